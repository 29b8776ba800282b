import { isDiskFull, isStoreAway } from '@assay/operations';
import { ReadModelsBehind } from './awaitReadModels.ts';

/**
 * @returns whether the failure is about the stores rather than about the event: a store that is away or cannot write,
 * read models that lag. Such a failure passes, so the reaction waits for that, however long it takes.
 */
export function isPassing(error: unknown): boolean {
  return isStoreAway(error) || isDiskFull(error) || error instanceof ReadModelsBehind;
}
