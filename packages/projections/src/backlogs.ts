import type { AccountId, Position } from '@assay/contract';
import type { Batch, EventLog, RecordedEvent, Subscription } from '@assay/event-log';
import { eventSize } from './eventSize.ts';
import type { Notice } from './projection.ts';

/** Each is read with everything in between, so further accounts wait until one of these is done. */
const readAtOnce = 3;

/** What accounts have beyond their shares of a batch. It is read from the log again, one share at a time. */
export type Backlogs = {
  /** How far each account with a backlog is. */
  readonly behind: ReadonlyMap<AccountId, Position>;
  /** @param from everything of the account up to here is applied */
  add(accountId: AccountId, from: Position): void;
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>;
};

type BacklogsOptions = {
  subscribe: EventLog['subscribe'];
  /** What an account gets in a turn, in small events. */
  share: number;
  /** How far the others are: there a backlog ends. */
  front: () => Position | null;
  inTurn: (work: () => Promise<void>) => Promise<void>;
  project: (events: readonly RecordedEvent[]) => Promise<Notice[]>;
  /** Publishes the notices and then how far everyone is. */
  tell: (notices: Notice[]) => Promise<void>;
  fail: (error: unknown) => void;
};

export function openBacklogs({ subscribe, share, front, inTurn, project, tell, fail }: BacklogsOptions): Backlogs {
  const behind = new Map<AccountId, Position>();
  const readers = new Map<AccountId, Subscription>();
  let stopping = false;

  function readNext(): void {
    const next = [...behind].find(([accountId]) => !readers.has(accountId));
    if (!next || stopping || readers.size === readAtOnce) return;
    const [accountId, from] = next;
    const onBatch = (batch: Batch) => inTurn(() => take(accountId, batch));
    const reader = subscribe({ from, batchSize: share, sizeOf: eventSize, onBatch });
    readers.set(accountId, reader);
    reader.ended.catch(fail);
  }

  async function take(accountId: AccountId, { events, position }: Batch): Promise<void> {
    const end = front() ?? position;
    const own = events.filter((event) => event.envelope.accountId === accountId && event.position <= end);
    const notices = await project(own);
    if (position < end) {
      behind.set(accountId, position);
      if (own.length > 0) await tell(notices);
      return;
    }
    behind.delete(accountId);
    await tell(notices);
    void readers.get(accountId)?.stop();
    readers.delete(accountId);
    readNext();
  }

  return {
    behind,
    add: (accountId, from) => {
      behind.set(accountId, from);
      readNext();
    },
    stop: async () => {
      stopping = true;
      await Promise.all([...readers.values()].map((reader) => reader.stop()));
    },
  };
}
