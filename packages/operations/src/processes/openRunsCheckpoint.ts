import type { TestRunId } from '@assay/contract';
import type { Db } from 'mongodb';

/** A place in the event log, and the runs that were open there. What each of them asks for is in its own stream. */
export type OpenRunsAt = { position: string; testRunIds: TestRunId[] };

type OpenRunsRow = OpenRunsAt & { _id: string };

/** Where the automation goes on following the open runs after a restart, instead of reading the whole log. */
export type OpenRunsCheckpoint = {
  /** @returns what was last written; null when there is nothing. */
  read(): Promise<OpenRunsAt | null>;
  write(at: OpenRunsAt): Promise<void>;
};

const _id = 'automation';

export function openOpenRunsCheckpoint(db: Db): OpenRunsCheckpoint {
  const rows = db.collection<OpenRunsRow>('openRuns');

  return {
    async read() {
      const row = await rows.findOne({ _id });
      return row && { position: row.position, testRunIds: row.testRunIds };
    },

    async write({ position, testRunIds }) {
      await rows.replaceOne({ _id }, { position, testRunIds }, { upsert: true });
    },
  };
}
