import type { Pace } from '../cursor/pace.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment } from '../storage/environment.ts';

/** What stages need besides the documents that come in. */
export interface PipelineContext {
  environment: Environment;
  /** The collection of that name in the database of the command. */
  find(name: string): Collection | undefined;
  /** The pace of the command that asks for the current batch. */
  pace(): Pace;
}
