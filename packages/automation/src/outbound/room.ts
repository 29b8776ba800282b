import type { AttemptOutcome, OutboxRow, OutboxState } from '@assay/operations';

/** Sends the rows of one outbox channel. */
export type Room = {
  /** Tries once. Failures are outcomes. */
  deliver(row: OutboxRow): Promise<AttemptOutcome>;
  /** Records the outcome of a row in the log; may be called more than once. */
  ended(row: OutboxRow, state: Exclude<OutboxState, 'waiting'>, outcome: AttemptOutcome): Promise<void>;
};
