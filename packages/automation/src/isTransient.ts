import { ProcessorAway } from '@assay/application';
import { isDiskFull, isStoreAway } from '@assay/operations';
import { ReadModelsLagging } from '@assay/projections';

/**
 * @returns whether the failure is about the stores rather than about the event: a store that is away or cannot write,
 * lagging read models, a payment processor
 * that does not answer. A reaction is retried for as long as such a failure lasts.
 */
export function isTransient(error: unknown): boolean {
  return (
    isStoreAway(error) || isDiskFull(error) || error instanceof ReadModelsLagging || error instanceof ProcessorAway
  );
}
