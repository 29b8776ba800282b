import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';

type ProcessLeaseRow = { _id: string; holder: string | null; epoch: number; until: Date };

/** Held by whoever removes blobs, and by a backup, so that nothing it copies is removed meanwhile. */
export const blobRemovalLease = 'blobRemoval';

/** Held by whoever replaces the master key, and by a backup, which would otherwise have things without their key. */
export const masterKeyLease = 'masterKey';

/**
 * Leases for work of one process at a time: a projection, the scheduler. The epoch fences a holder that came back late.
 */
export type ProcessLeases = {
  /** @returns the epoch, greater than any before under this name; null while somebody holds the lease. */
  acquire(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /** @returns false when somebody else has the lease: stop at once. */
  renew(name: string, holder: string, epoch: number, ttlMs: number): Promise<boolean>;
  /** Releases it; harmless when no longer held. */
  release(name: string, holder: string, epoch: number): Promise<void>;
  /** @returns whether somebody currently holds the lease. */
  isHeld(name: string): Promise<boolean>;
};

export function openProcessLeases(db: Db, now: Clock): ProcessLeases {
  const rows = db.collection<ProcessLeaseRow>('processLeases');

  return {
    async acquire(name, holder, ttlMs) {
      const at = now();
      try {
        const row = await rows.findOneAndUpdate(
          { _id: name, until: { $lte: at } },
          { $set: { holder, until: after(at, ttlMs) }, $inc: { epoch: 1 } },
          { upsert: true, returnDocument: 'after' },
        );
        return row?.epoch ?? null;
      } catch (error) {
        // The row exists and has not lapsed, so the upsert tried to add a second one.
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },

    async renew(name, holder, epoch, ttlMs) {
      const { matchedCount } = await rows.updateOne(
        { _id: name, holder, epoch },
        { $set: { until: after(now(), ttlMs) } },
      );
      return matchedCount === 1;
    },

    async release(name, holder, epoch) {
      await rows.updateOne({ _id: name, holder, epoch }, { $set: { holder: null, until: new Date(0) } });
    },

    async isHeld(name) {
      return (await rows.findOne({ _id: name, until: { $gt: now() } }, { projection: { _id: 1 } })) !== null;
    },
  };
}
