import type { Db } from 'mongodb';

type CheckpointRow = { _id: string; position: string };

/** The positions of event log readers that keep no documents of their own. */
export type Checkpoints = {
  /** @returns the position last written; null when there is none. */
  read(name: string): Promise<string | null>;
  write(name: string, position: string): Promise<void>;
};

export function openCheckpoints(db: Db): Checkpoints {
  const rows = db.collection<CheckpointRow>('checkpoints');

  return {
    async read(name) {
      return (await rows.findOne({ _id: name }))?.position ?? null;
    },

    async write(name, position) {
      await rows.updateOne({ _id: name }, { $set: { position } }, { upsert: true });
    },
  };
}
