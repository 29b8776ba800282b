import type { AccountId, Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { eventSize } from './eventSize.ts';

/** A batch divided among the accounts that it tells of. */
export type Shares = {
  /** What is applied now, in order. */
  granted: RecordedEvent[];
  /** Accounts that have used up their share, each with a position before the first of its events that must wait. */
  exceeded: Map<AccountId, Position>;
  /** What must wait, in order, of each account: of these, and of those that are behind already. */
  waiting: Map<AccountId, RecordedEvent[]>;
};

/**
 * Gives each account a share of a batch; a single event is granted even if it is larger. Once an event of an account
 * waits, all later ones of that account do, so that each document gets its events in order. What belongs to no account
 * is always granted.
 * @param share in small events, see `eventSize`
 * @param isBehind accounts that wait already are granted nothing
 */
export function divideBatch(
  events: readonly RecordedEvent[],
  share: number,
  isBehind: (accountId: AccountId) => boolean,
): Shares {
  const granted: RecordedEvent[] = [];
  const exceeded = new Map<AccountId, Position>();
  const waiting = new Map<AccountId, RecordedEvent[]>();
  const used = new Map<AccountId, number>();
  let before: Position | null = null;
  for (const event of events) {
    const { accountId } = event.envelope;
    if (accountId === null) granted.push(event);
    else if (!exceeded.has(accountId) && !isBehind(accountId)) {
      const usedBefore = used.get(accountId) ?? 0;
      const usedNow = usedBefore + eventSize(event);
      if (before !== null && usedBefore > 0 && usedNow > share) exceeded.set(accountId, before);
      else {
        used.set(accountId, usedNow);
        granted.push(event);
      }
    }
    if (accountId !== null && (exceeded.has(accountId) || isBehind(accountId))) {
      const own = waiting.get(accountId);
      if (own) own.push(event);
      else waiting.set(accountId, [event]);
    }
    before = event.position;
  }
  return { granted, exceeded, waiting };
}
