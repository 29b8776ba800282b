import { SingleFlight } from '@assay/concurrency';
import type { AccountId, Position } from '@assay/contract';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Envelope } from './envelope.ts';
import { positionOf, startOf } from './position.ts';
import { readEvents } from './readEvents.ts';

/** What is read at once ends with so many facts or after that time: some facts are ten thousand times as large as others. */
const page = { size: 1_000, ms: 200 };

/** A part of the log that was looked through: everything after `from`, up to `to`. */
type LookedThrough = {
  readonly from: Position;
  to: Position;
  /** The newest fact of each account in it; `null` stands for what belongs to none. */
  readonly newest: Map<AccountId | null, Position>;
};

/** Finds what an account recorded last. It remembers what it has looked through, so each fact is read once. */
export type NewestOfAccounts = {
  /**
   * @param after where to begin; the closer to the end, the faster
   * @param until the end of the log, or what counts as that
   * @param timeoutMs how long to look; what is found then is used by the next call
   * @returns the newest fact after a position that belongs to the account or to none, `after` when there is none;
   *   `until` when the time was over
   */
  find(accountId: AccountId, range: { after: Position; until: Position; timeoutMs: number }): Promise<Position>;
};

export function newestOfAccounts({ client, epoch }: { client: EventStoreDBClient; epoch: string }): NewestOfAccounts {
  let known: LookedThrough | null = null;
  const pages = new SingleFlight<LookedThrough, void>();

  async function readPage(part: LookedThrough): Promise<void> {
    const began = performance.now();
    const facts = client.readAll({ fromPosition: startOf(epoch, part.to), maxCount: page.size });
    for await (const { event } of readEvents(facts)) {
      if (!event) continue;
      const position = positionOf(epoch, event.position.commit);
      if (!event.type.startsWith('$')) part.newest.set((event.metadata as Envelope).accountId, position);
      if (position === part.to) continue;
      part.to = position;
      if (performance.now() > began + page.ms) return;
    }
  }

  return {
    find: async (accountId, { after, until, timeoutMs }) => {
      // What lies between the two would be read for nothing.
      if (known === null || known.from > after || known.to < after) {
        known = { from: after, to: after, newest: new Map() };
      }
      const part = known;
      const giveUpAt = performance.now() + timeoutMs;
      while (part.to < until) {
        if (performance.now() >= giveUpAt) return until;
        await pages.join(part, () => readPage(part));
      }
      const found = [after, part.newest.get(accountId) ?? after, part.newest.get(null) ?? after];
      return found.sort().at(-1) ?? after;
    },
  };
}
