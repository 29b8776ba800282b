import type { AttemptOutcome, OutboxRow, OutboxState } from '@assay/operations';

/** How rows of one channel of the outbox are sent. */
export type Room = {
  /** Tries once. Failures are outcomes. */
  deliver(row: OutboxRow): Promise<AttemptOutcome>;
  /** Records in the log how a row ended; it may be told more than once. */
  ended(row: OutboxRow, state: Exclude<OutboxState, 'waiting'>, outcome: AttemptOutcome): Promise<void>;
};
