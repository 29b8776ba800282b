import type { AccountId, Position } from '@assay/contract';
import {
  type Batch,
  type EventLog,
  type GatheredEvents,
  openGathered,
  type RecordedEvent,
  type Subscription,
} from '@assay/event-log';
import { eventSize } from './eventSize.ts';
import type { Notice } from './projection.ts';

/** Each is read with everything in between, so further accounts wait until one of these is done. */
const readAtOnce = 3;

/** What accounts have beyond their shares of a batch. They get it in turns of their own, one share at a time. */
export type Backlogs = {
  /** How far each account with a backlog is. */
  readonly behind: ReadonlyMap<AccountId, Position>;
  /**
   * @param from everything of the account up to here is applied, unless it has a backlog already
   * @param events what follows of the account, in order
   */
  add(accountId: AccountId, from: Position | null, events: readonly RecordedEvent[]): void;
  /** Resolves when no turn is under way and nothing is read any more. */
  stop(): Promise<void>;
};

type BacklogsOptions = {
  subscribe: EventLog['subscribe'];
  /** What an account gets in a turn, in small events. */
  share: number;
  /** What is kept in memory of one account, in small events, and twice as much of all of them. The rest is read from the log again. */
  kept: number;
  /** How far the log was handed out, to others and to backlogs: what comes later is not of a backlog that has ended. */
  handedOut: () => Position | null;
  inTurn: (work: () => Promise<void>) => Promise<void>;
  project: (events: readonly RecordedEvent[]) => Promise<Notice[]>;
  /** Publishes the notices and then how far everyone is. */
  tell: (notices: Notice[]) => Promise<void>;
  fail: (error: unknown) => void;
};

type Backlog = {
  kept: GatheredEvents;
  /** The newest that was kept. */
  last: Position | null;
  /** Set when there was more than is kept: what follows `last` is to be read. */
  isCutOff: boolean;
};

export function openBacklogs({
  subscribe,
  share,
  kept: most,
  handedOut,
  inTurn,
  project,
  tell,
  fail,
}: BacklogsOptions): Backlogs {
  const behind = new Map<AccountId, Position>();
  const backlogs = new Map<AccountId, Backlog>();
  const readers = new Map<AccountId, Subscription>();
  const takingTurns = new Set<Promise<void>>();
  let stopping = false;

  function hasRoom({ kept }: Backlog, size: number): boolean {
    if (kept.size() === 0) return true;
    const all = [...backlogs.values()].reduce((sum, one) => sum + one.kept.size(), 0);
    return kept.size() + size <= most && all + size <= 2 * most;
  }

  /** Turn after turn, as long as there is something in memory; what is not is read. */
  async function takeTurns(accountId: AccountId, { kept }: Backlog): Promise<void> {
    while (kept.size() > 0 && !stopping) await inTurn(() => takeKept(accountId));
    readNext();
  }

  async function takeKept(accountId: AccountId): Promise<void> {
    const backlog = backlogs.get(accountId);
    if (!backlog || stopping) return;
    const events = backlog.kept.takeBatch();
    const last = events.at(-1);
    const notices = await project(events);
    if (backlog.kept.size() === 0 && !backlog.isCutOff) end(accountId);
    else if (last) behind.set(accountId, last.position);
    await tell(notices);
  }

  function end(accountId: AccountId): void {
    behind.delete(accountId);
    backlogs.delete(accountId);
  }

  function readNext(): void {
    const isToRead = ([accountId, { isCutOff, last }]: [AccountId, Backlog]) =>
      isCutOff && behind.get(accountId) === last && !readers.has(accountId);
    const [accountId] = [...backlogs].find(isToRead) ?? [];
    const from = accountId && behind.get(accountId);
    if (!from || stopping || readers.size === readAtOnce) return;
    const onBatch = (batch: Batch) => inTurn(() => takeRead(accountId, batch));
    const reader = subscribe({ from, batchSize: share, sizeOf: eventSize, onBatch });
    readers.set(accountId, reader);
    reader.ended.catch(fail);
  }

  async function takeRead(accountId: AccountId, { events, position }: Batch): Promise<void> {
    // Some of it may not have been handed out yet. It will be once more, and changes nothing then.
    const own = events.filter((event) => event.envelope.accountId === accountId);
    const notices = await project(own);
    if (position < (handedOut() ?? position)) {
      behind.set(accountId, position);
      if (own.length > 0) await tell(notices);
      return;
    }
    end(accountId);
    await tell(notices);
    void readers.get(accountId)?.stop();
    readers.delete(accountId);
    readNext();
  }

  return {
    behind,
    add: (accountId, from, events) => {
      const known = backlogs.get(accountId);
      const backlog: Backlog = known ?? { kept: openGathered(share, eventSize), last: null, isCutOff: false };
      if (!known) {
        backlogs.set(accountId, backlog);
        if (from !== null) behind.set(accountId, from);
      }
      for (const event of events) {
        backlog.isCutOff ||= !hasRoom(backlog, eventSize(event));
        if (backlog.isCutOff) break;
        backlog.kept.add(event);
        backlog.last = event.position;
      }
      if (known) return;
      const turns = takeTurns(accountId, backlog);
      takingTurns.add(turns);
      turns.then(() => takingTurns.delete(turns), fail);
    },
    stop: async () => {
      stopping = true;
      await Promise.allSettled(takingTurns);
      await Promise.all([...readers.values()].map((reader) => reader.stop()));
    },
  };
}
