import type { BlobId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';

/** Longer than an agent keeps results that it could not send. */
const keptMs = 30 * 24 * 3_600_000;

type BlobUploadRow = {
  /** `<blob> <uploader>` */
  _id: string;
  expiresAt: Date;
};

/**
 * Who sent which content. A blob's name is the hash of its content, which others may know, so knowing a name gives no
 * right to the content.
 */
export type BlobUploads = {
  /** @param uploader the id of the agent token, for example */
  note(uploader: string, blobId: BlobId): Promise<void>;
  /** @returns whether the uploader sent each of them in the last 30 days. */
  sentAll(uploader: string, blobIds: readonly BlobId[]): Promise<boolean>;
};

export async function openBlobUploads(db: Db, now: Clock): Promise<BlobUploads> {
  const rows = db.collection<BlobUploadRow>('blobUploads');
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  const idOf = (uploader: string, blobId: BlobId) => `${blobId} ${uploader}`;

  return {
    async note(uploader, blobId) {
      const expiresAt = after(now(), keptMs);
      await rows.updateOne({ _id: idOf(uploader, blobId) }, { $set: { expiresAt } }, { upsert: true });
    },

    async sentAll(uploader, blobIds) {
      const ids = [...new Set(blobIds)].map((blobId) => idOf(uploader, blobId));
      if (ids.length === 0) return true;
      return (await rows.countDocuments({ _id: { $in: ids } })) === ids.length;
    },
  };
}
