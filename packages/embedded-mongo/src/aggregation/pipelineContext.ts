import type { TextOrder } from '../bson/compareValues.ts';
import type { Pace } from '../cursor/pace.ts';
import type { Store } from '../storage/store.ts';

/** What stages need besides their input documents. */
export type PipelineContext = {
  store: Store;
  /** The database of the command. */
  database: string;
  /** How the command compares text; undefined for the simple collation. */
  collation: TextOrder | undefined;
  /** The pace of the command that reads the current batch. */
  pace(): Pace;
};
