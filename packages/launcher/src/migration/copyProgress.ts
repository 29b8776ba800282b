import type { MongoClient } from 'mongodb';

/** The target's record of a copy in progress. */
type CopyRow = {
  _id: 'events';
  /** The epoch of the source log. */
  sourceEpoch: string;
  /** The source's commit position up to which everything is copied, as text. */
  copiedTo: string | null;
  /**
   * `closing`: everything is copied and compared, and the target becomes a log of its own, which may be repeated;
   * `finished`: it is one.
   */
  state: 'copying' | 'closing' | 'finished';
  startedAt: Date;
};

const database = 'assay_migration';

export type CopyProgress = {
  /** @returns null when nothing was ever copied there. */
  read(): Promise<Omit<CopyRow, '_id'> | null>;
  begin(sourceEpoch: string): Promise<void>;
  copiedTo(commit: bigint): Promise<void>;
  enter(state: CopyRow['state']): Promise<void>;
};

/** Stores in the target's document store how far the copy is, so that it can be resumed. */
export function openCopyProgress(client: MongoClient): CopyProgress {
  const rows = client.db(database).collection<CopyRow>('copies');
  const _id = 'events';
  return {
    read: () => rows.findOne({ _id }),
    begin: async (sourceEpoch) => {
      await rows.insertOne({ _id, sourceEpoch, copiedTo: null, state: 'copying', startedAt: new Date() });
    },
    copiedTo: async (commit) => {
      await rows.updateOne({ _id }, { $set: { copiedTo: commit.toString() } });
    },
    enter: async (state) => {
      await rows.updateOne({ _id }, { $set: { state } });
    },
  };
}
