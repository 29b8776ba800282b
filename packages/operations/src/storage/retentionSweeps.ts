import type { AccountId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';

const keptMs = 365 * 24 * 3_600_000;

type RetentionSweepRow = {
  _id: string;
  accountId: AccountId;
  startedAt: Date;
  endedAt: Date;
  runs: number;
  bytes: number;
  freedBytes: number;
  heldBack: number;
  expiresAt: Date;
};

export type RetentionSweepRecord = Omit<RetentionSweepRow, 'expiresAt'>;
export type SweptShare = { runs: number; bytes: number; freedBytes: number };

/** What went in each look through an account, kept for a year. The events of the runs are the facts. */
export type RetentionSweeps = {
  /** Adds to what the look has removed so far. */
  add(sweep: { id: string; accountId: AccountId; startedAt: Date }, share: SweptShare, heldBack: number): Promise<void>;
  /** @returns the last ones, newest first. */
  last(accountId: AccountId, limit: number): Promise<RetentionSweepRecord[]>;
};

export async function openRetentionSweeps(db: Db, now: Clock): Promise<RetentionSweeps> {
  const rows = db.collection<RetentionSweepRow>('retentionSweeps');
  await rows.createIndexes([
    { key: { accountId: 1, startedAt: -1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]);

  return {
    async add({ id, accountId, startedAt }, { runs, bytes, freedBytes }, heldBack) {
      const endedAt = now();
      await rows.updateOne(
        { _id: id },
        {
          $inc: { runs, bytes, freedBytes },
          $set: { endedAt, heldBack, expiresAt: after(endedAt, keptMs) },
          $setOnInsert: { accountId, startedAt },
        },
        { upsert: true },
      );
    },

    last: (accountId, limit) =>
      rows
        .find({ accountId }, { projection: { expiresAt: 0 } })
        .sort({ startedAt: -1 })
        .limit(limit)
        .toArray(),
  };
}
