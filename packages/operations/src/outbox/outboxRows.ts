import type { AccountId } from '@assay/contract';
import type { Collection, Db } from 'mongodb';

/**
 * - `waiting`: to be sent, or being sent
 * - `kept`: there is nothing to send it with; it stays for people to read
 * - `done`, `refused`: as the destination answered
 * - `givenUp`: it failed too often, or for too long
 */
export type OutboxState = 'waiting' | 'kept' | 'done' | 'refused' | 'givenUp';

/** Something to be delivered to the outside. */
export type OutboxRow<Message = unknown> = {
  _id: string;
  /** Two rows never have the same. */
  dedupeKey: string;
  /** Null for what belongs to no account. */
  accountId: AccountId | null;
  /** What delivers it, such as `mail`. */
  channel: string;
  /** Rows of one destination are sent one after the other; destinations do not wait for each other. */
  destination: string;
  /** May hold addresses and secrets; it goes with the row. */
  message: Message;
  state: OutboxState;
  /** How often it was taken to be sent. It fences: only who took it last may say how that ended. */
  attempts: number;
  /** When it may be taken. A row that was taken may be taken again once its lease is over. */
  dueAt: Date;
  lastError: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** When the row goes; null while it waits. */
  expiresAt: Date | null;
};

/** A destination and its circuit. */
export type DestinationRow = {
  _id: string;
  /** Of the destination itself, in a row. */
  failures: number;
  /** Nothing is sent before; then one row is, and shows whether the destination is back. Null: the circuit is closed. */
  openUntil: Date | null;
};

export type OutboxCollections = { rows: Collection<OutboxRow>; destinations: Collection<DestinationRow> };

export async function openOutboxCollections(db: Db): Promise<OutboxCollections> {
  const rows = db.collection<OutboxRow>('outbox');
  await rows.createIndexes([
    { key: { dedupeKey: 1 }, unique: true },
    { key: { destination: 1, state: 1, dueAt: 1 } },
    { key: { accountId: 1, channel: 1, _id: -1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]);
  return { rows, destinations: db.collection<DestinationRow>('outboxDestinations') };
}
