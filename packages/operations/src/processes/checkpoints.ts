import { batcher } from '@assay/concurrency';
import type { Db } from 'mongodb';

type CheckpointRow = { _id: string; position: string };

/** The positions of event log readers that keep no documents of their own. */
export type Checkpoints = {
  /** @returns the position last written; null when there is none. */
  read(name: string): Promise<string | null>;
  /** Readers that write at the same time share one write. */
  write(name: string, position: string): Promise<void>;
};

export function openCheckpoints(db: Db): Checkpoints {
  const rows = db.collection<CheckpointRow>('checkpoints');

  const writeAll = batcher(async (written: readonly CheckpointRow[]) => {
    await rows.bulkWrite(
      written.map(({ _id, position }) => ({
        updateOne: { filter: { _id }, update: { $set: { position } }, upsert: true },
      })),
    );
    return written.map(() => undefined);
  });

  return {
    async read(name) {
      return (await rows.findOne({ _id: name }))?.position ?? null;
    },

    write: (name, position) => writeAll({ _id: name, position }),
  };
}
