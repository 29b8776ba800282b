import type { Position } from '@assay/contract';
import type { ReadModels } from '@assay/projections';

/** Long enough for read models that are merely busy. */
const waitMs = 10_000;

/** The read models have not come far enough. Nothing is wrong with the event: its reaction is tried again. */
export class ReadModelsBehind extends Error {
  constructor(position: Position) {
    super(`the read models have not reached ${position}`);
    this.name = 'ReadModelsBehind';
  }
}

/**
 * For a reaction that decides from read models: waits until they show everything up to `position`.
 * @throws ReadModelsBehind when they take longer than 10 s
 */
export async function awaitReadModels(readModels: ReadModels, position: Position): Promise<void> {
  if (!(await readModels.waitFor(position, waitMs))) throw new ReadModelsBehind(position);
}
