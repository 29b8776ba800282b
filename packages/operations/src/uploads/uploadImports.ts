import type { TestRunId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';

type UploadImportRow = { _id: TestRunId; until: Date };

/** Uploads that a process is recording. When one is not renewed, its process is gone. */
export type UploadImports = {
  /** Renew it before it expires, as long as the import continues. */
  goesOn(testRunId: TestRunId, forMs: number): Promise<void>;
  ended(testRunId: TestRunId): Promise<void>;
  isGoingOn(testRunId: TestRunId): Promise<boolean>;
};

export async function openUploadImports(db: Db, now: Clock): Promise<UploadImports> {
  const rows = db.collection<UploadImportRow>('uploadImports');
  await rows.createIndexes([{ key: { until: 1 }, expireAfterSeconds: 0 }]);

  return {
    async goesOn(testRunId, forMs) {
      await rows.replaceOne({ _id: testRunId }, { until: after(now(), forMs) }, { upsert: true });
    },

    async ended(testRunId) {
      await rows.deleteOne({ _id: testRunId });
    },

    async isGoingOn(testRunId) {
      return (await rows.findOne({ _id: testRunId, until: { $gt: now() } }, { projection: { _id: 1 } })) !== null;
    },
  };
}
