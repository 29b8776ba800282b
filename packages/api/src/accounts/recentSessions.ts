import { FollowedReads } from '@assay/event-log';
import type { Sessions } from '@assay/operations';

type FoundSession = NonNullable<Awaited<ReturnType<Sessions['find']>>>;

/** About 300 bytes each. */
const sessionsCached = 20_000;
/** Sessions also lapse, without a notice. */
const maxAgeMs = 60_000;
const source = 'sessions';

/** The sessions of recent requests, which are cached until the change feed announces that a session ended. */
export type RecentSessions = Pick<Sessions, 'find'> & {
  /** A session ended. All are read again: that is rare, and the notice does not have the token. */
  ended(): void;
  noticesMissed(): void;
  /** All notices before a time of `performance.now()` have been delivered. */
  noticesCurrent(at: number): void;
  /** Notices no longer arrive, until the next `noticesCurrent`. */
  noticesLost(): void;
};

/** Unknown tokens are not cached: anyone can send any number of them. */
export function recentSessions(sessions: Pick<Sessions, 'find' | 'onEnded'>): RecentSessions {
  const memory = new FollowedReads<FoundSession>({ maxSize: sessionsCached, maxAgeMs });
  const ended = () => memory.forgetEverything();
  sessions.onEnded(ended);
  return {
    find: async (token) => {
      const found = await memory.read(source, [token], async () => {
        const session = await sessions.find(token);
        return new Map(session ? [[token, session]] : []);
      });
      return found.get(token) ?? null;
    },
    ended,
    noticesMissed: () => memory.forgetEverything(),
    noticesCurrent: (at) => memory.markCurrent(at),
    noticesLost: () => memory.lost(),
  };
}
