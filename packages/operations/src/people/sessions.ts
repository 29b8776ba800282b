import type { UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import { v7 as uuid } from 'uuid';
import type { ChangeFeed } from '../changeFeed/changeFeed.ts';
import { after, type Clock } from '../clock.ts';
import { hashToken, newToken } from '../secretToken.ts';

const dayMs = 24 * 3_600_000;
const idleMs = 30 * dayMs;
/** However much it is used. */
const oldestMs = 90 * dayMs;
/** A session in use is written at most this often. */
const touchEveryMs = 3_600_000;
const maxUserAgentLength = 300;

/** Topic of the notice that sessions ended, with their ids. Browsers cannot subscribe to a name with a dollar sign. */
export const sessionEndedTopic = '$sessionEnded';

type SessionRow = {
  /** SHA-256 of the token, hex. */
  _id: string;
  sessionId: string;
  userId: UserId;
  startedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
};

/** Where somebody signed in. */
export type SignInPlace = {
  address: string | null;
  /** What the browser calls itself. */
  userAgent: string | null;
};

/** A session without its token. `lastUsedAt` is exact to the hour. */
export type SessionFacts = SignInPlace & { sessionId: string; startedAt: Date; lastUsedAt: Date };

/**
 * Who is signed in. A session ends 30 days after its last use, 90 days after its start at the latest; only hashes of
 * tokens are stored. The change feed announces sessions that were ended, so that every process closes their sockets.
 */
export type Sessions = {
  /** @returns the token that the browser keeps: opaque, 32 random bytes as base64url. It cannot be read again. */
  start(userId: UserId, place?: SignInPlace): Promise<string>;
  /** @returns the token's person; null when it is unknown, ended or lapsed. */
  find(token: string): Promise<{ sessionId: string; userId: UserId } | null>;
  /** Ends one session; ending it twice is harmless. */
  end(token: string): Promise<void>;
  /** Ends one session of a person by its id; ending it twice is harmless. */
  endOne(userId: UserId, sessionId: string): Promise<void>;
  /**
   * Ends every session of a person, such as after a password change.
   * @param keptSessionId one that stays
   */
  endAllOf(userId: UserId, keptSessionId?: string): Promise<void>;
  /** Calls the listener whenever this process has ended sessions, before the change feed announces it. */
  onEnded(listener: () => void): void;
  /** @returns the person's sessions, most recently used first. */
  list(userId: UserId): Promise<SessionFacts[]>;
  /** @returns when each of the people was here last, exact to the hour; people without a session are missing. */
  lastSeen(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Date>>;
};

export async function openSessions(db: Db, changeFeed: Pick<ChangeFeed, 'publish'>, now: Clock): Promise<Sessions> {
  const rows = db.collection<SessionRow>('sessions');
  await rows.createIndexes([{ key: { userId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  const listeners: (() => void)[] = [];

  async function announce(ended: readonly Pick<SessionRow, 'sessionId'>[]): Promise<void> {
    if (ended.length === 0) return;
    for (const listener of listeners) listener();
    const ids = ended.map(({ sessionId }) => sessionId);
    await changeFeed.publish([{ accountId: null, topic: sessionEndedTopic, ids, position: null }]);
  }

  return {
    async start(userId, { address, userAgent } = { address: null, userAgent: null }) {
      const token = newToken();
      const at = now();
      await rows.insertOne({
        _id: hashToken(token),
        sessionId: uuid(),
        userId,
        startedAt: at,
        lastUsedAt: at,
        expiresAt: after(at, idleMs),
        address,
        userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null,
      });
      return token;
    },

    async find(token) {
      const at = now();
      // The sweeper of lapsed rows runs once a minute, so the time is checked here too.
      const row = await rows.findOne({ _id: hashToken(token), expiresAt: { $gt: at } });
      if (!row) return null;
      if (at.getTime() - row.lastUsedAt.getTime() >= touchEveryMs) {
        const expiresAt = new Date(Math.min(at.getTime() + idleMs, row.startedAt.getTime() + oldestMs));
        await rows.updateOne({ _id: row._id }, { $set: { lastUsedAt: at, expiresAt } });
      }
      return { sessionId: row.sessionId, userId: row.userId };
    },

    async end(token) {
      const ended = await rows.findOneAndDelete({ _id: hashToken(token) });
      await announce(ended ? [ended] : []);
    },

    async endOne(userId, sessionId) {
      const { deletedCount } = await rows.deleteOne({ userId, sessionId });
      await announce(deletedCount === 1 ? [{ sessionId }] : []);
    },

    async endAllOf(userId, keptSessionId) {
      const found = await rows.find({ userId }, { projection: { sessionId: 1 } }).toArray();
      const ended = found.filter(({ sessionId }) => sessionId !== keptSessionId);
      await rows.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } });
      await announce(ended);
    },

    onEnded: (listener) => void listeners.push(listener),

    async list(userId) {
      const found = await rows
        .find({ userId, expiresAt: { $gt: now() } })
        .sort({ lastUsedAt: -1 })
        .toArray();
      return found.map(({ sessionId, startedAt, lastUsedAt, address = null, userAgent = null }) => ({
        sessionId,
        startedAt,
        lastUsedAt,
        address,
        userAgent,
      }));
    },

    async lastSeen(userIds) {
      const groups = rows.aggregate<{ _id: UserId; at: Date }>([
        { $match: { userId: { $in: [...userIds] } } },
        { $group: { _id: '$userId', at: { $max: '$lastUsedAt' } } },
      ]);
      return new Map(await groups.map(({ _id, at }) => [_id, at] as const).toArray());
    },
  };
}
