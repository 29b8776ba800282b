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
  /** The same in characters of JSON: texts make some events a thousand times longer. */
  keptLength: number;
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
  /** How long each event is that is kept, in order. */
  lengths: number[];
  /** How long they are together. */
  length: number;
  /** The newest that was kept. */
  last: Position | null;
  /** Set when there was more than is kept: what follows `last` is to be read. */
  isCutOff: boolean;
};

export function openBacklogs({
  subscribe,
  share,
  kept: most,
  keptLength: longest,
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

  function hasRoom({ kept, length }: Backlog, addedSize: number, addedLength: number): boolean {
    if (kept.size() === 0) return true;
    let [allSize, allLength] = [addedSize, addedLength];
    for (const one of backlogs.values()) {
      allSize += one.kept.size();
      allLength += one.length;
    }
    const fits = kept.size() + addedSize <= most && length + addedLength <= longest;
    return fits && allSize <= 2 * most && allLength <= 2 * longest;
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
    for (const length of backlog.lengths.splice(0, events.length)) backlog.length -= length;
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
      const backlog: Backlog = known ?? {
        kept: openGathered(share, eventSize),
        lengths: [],
        length: 0,
        last: null,
        isCutOff: false,
      };
      if (!known) {
        backlogs.set(accountId, backlog);
        if (from !== null) behind.set(accountId, from);
      }
      for (const event of events) {
        if (backlog.isCutOff) break;
        const { length } = JSON.stringify(event);
        backlog.isCutOff = !hasRoom(backlog, eventSize(event), length);
        if (backlog.isCutOff) break;
        backlog.kept.add(event);
        backlog.lengths.push(length);
        backlog.length += length;
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
