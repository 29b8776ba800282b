import { ProcessorAway } from '@assay/application';
import { isDiskFull, isStoreAway } from '@assay/operations';
import { ReadModelsLagging } from '@assay/projections';

/**
 * @returns whether a store or service failed rather than the reaction: an unavailable or read-only store, lagging
 *   read models, a payment processor without an answer. A reaction is retried until such a failure ends.
 */
export function isTransient(error: unknown): boolean {
  return (
    isStoreAway(error) || isDiskFull(error) || error instanceof ReadModelsLagging || error instanceof ProcessorAway
  );
}
