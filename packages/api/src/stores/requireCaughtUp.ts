import type { Pace } from '@assay/projections';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

/** How long the read models may take to show what was recorded a moment ago. */
const waitMs = 3_000;

type Stores = { eventLog: Pick<Api['eventLog'], 'head'>; readModels: Pick<Api['readModels'], 'waitFor'> };

/**
 * For commands that decide by a read model: resolves when it shows everything that has been recorded.
 * @param pace `trailing` where it is decided by the history of tests
 * @throws ApiError `readModels.behind` when that takes too long: deciding by what is old would be wrong in silence.
 */
export async function requireCaughtUp({ eventLog, readModels }: Stores, pace: Pace = 'prompt'): Promise<void> {
  const head = await eventLog.head();
  if (head && !(await readModels.waitFor(head.position, waitMs, pace))) {
    throw new ApiError('readModels.behind', { retryAfterSeconds: 1 });
  }
}
