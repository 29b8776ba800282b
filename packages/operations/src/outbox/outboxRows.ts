import type { AccountId, UserId } from '@assay/contract';
import type { Collection, Db } from 'mongodb';

/**
 * - `waiting`: to be sent, or being sent
 * - `kept`: nothing is configured to send it; it stays for people to read
 * - `done`, `refused`: as the destination answered
 * - `givenUp`: it failed too often, or for too long
 */
export type OutboxState = 'waiting' | 'kept' | 'done' | 'refused' | 'givenUp';

/** How an attempt went. */
export type AttemptRecord = {
  at: Date;
  tookMs: number;
  ok: boolean;
  /** A summary of the answer. */
  detail: string | null;
  /** Its sender or connection ended before an answer: it may have arrived. */
  cutOff?: true;
};

/** An outgoing delivery. */
export type OutboxRow<Message = unknown> = {
  _id: string;
  /** Two rows never have the same. */
  dedupeKey: string;
  /** Null without an account. */
  accountId: AccountId | null;
  /** The channel that delivers it, such as `mail`. */
  channel: string;
  /** The subject by which its messages are listed, if any. */
  aboutId?: string;
  /** What the rows that follow up each other have in common: a later message may take the place of the one before. */
  thread?: string;
  /** The destination's identifier of the sent message, if it returns one. */
  receipt?: string;
  /** Rows of one destination are sent one after the other; destinations do not wait for each other. */
  destination: string;
  /** The people that the message is sent to or names. Rows from before this was kept have none. */
  userIds?: readonly UserId[];
  /** May hold addresses and secrets; removed with the row. */
  message: Message;
  state: OutboxState;
  /** The number of claims. A fence: only the last claimant may record the outcome. */
  attempts: number;
  /** When it may be taken, or taken again once the lease expired. */
  dueAt: Date;
  lastError: string | null;
  /** How each attempt went, oldest first. Rows from before this was kept have none. */
  tries?: AttemptRecord[];
  createdAt: Date;
  endedAt: Date | null;
  /** When the row expires; null while it waits. */
  expiresAt: Date | null;
};

/** A destination and its circuit. */
export type DestinationRow = {
  _id: string;
  /** Consecutive failures of the destination itself. */
  failures: number;
  /** Nothing is sent before this time; then one row probes the destination. Null: the circuit is closed. */
  openUntil: Date | null;
};

export type OutboxCollections = { rows: Collection<OutboxRow>; destinations: Collection<DestinationRow> };

export async function openOutboxCollections(db: Db): Promise<OutboxCollections> {
  const rows = db.collection<OutboxRow>('outbox');
  await rows.createIndexes([
    { key: { dedupeKey: 1 }, unique: true },
    { key: { destination: 1, state: 1, dueAt: 1 } },
    { key: { state: 1, accountId: 1, destination: 1, dueAt: 1 } },
    { key: { accountId: 1, channel: 1, _id: -1 } },
    { key: { aboutId: 1, createdAt: -1 } },
    { key: { thread: 1, createdAt: -1 } },
    { key: { userIds: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]);
  return { rows, destinations: db.collection<DestinationRow>('outboxDestinations') };
}
