import { isDiskFull, isStoreAway } from '@assay/operations';
import { ReadModelsLagging } from '@assay/projections';

/**
 * @returns whether the failure is about the stores rather than about the event: a store that is away or cannot write,
 * lagging read models. A reaction is retried for as long as such a failure lasts.
 */
export function isTransient(error: unknown): boolean {
  return isStoreAway(error) || isDiskFull(error) || error instanceof ReadModelsLagging;
}
