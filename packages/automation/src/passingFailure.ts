import { isStoreAway } from '@assay/operations';
import { ReadModelsBehind } from './awaitReadModels.ts';

/** What a store answers while its disk is full: gRPC's RESOURCE_EXHAUSTED, MongoDB's OutOfDiskSpace. */
const outOfSpace: readonly unknown[] = [8, 14031];

/**
 * @returns whether the failure is about the stores rather than about the event: a store that is away or cannot write,
 * read models that lag. Such a failure passes, so the reaction waits for that, however long it takes.
 */
export function isPassing(error: unknown): boolean {
  if (isStoreAway(error) || error instanceof ReadModelsBehind) return true;
  return error instanceof Error && 'code' in error && outOfSpace.includes(error.code);
}
