import type { Pace } from '../cursor/pace.ts';
import type { Store } from '../storage/store.ts';

/** What stages need besides the documents that come in. */
export type PipelineContext = {
  store: Store;
  /** The database of the command. */
  database: string;
  /** The pace of the command that asks for the current batch. */
  pace(): Pace;
};
