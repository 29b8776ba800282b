import type { RunnerPoolId } from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';

const catchUpMs = 3_000;

/**
 * Whether a pipeline stage names the pool, by read models that have come as far as the log is now. A stage that takes
 * the pool in this very moment is not seen: the automation has it leave the pool again.
 * @throws ApiError 503 while the read models are behind
 */
export async function isPoolInUse(
  { eventLog, readModels }: Api,
  models: Pick<AccountReads, 'stagesOfPool'>,
  runnerPoolId: RunnerPoolId,
): Promise<boolean> {
  const head = await eventLog.head();
  if (head && !(await readModels.waitFor(head.position, catchUpMs))) {
    throw new ApiError('store.away', { retryAfterSeconds: 2 });
  }
  return (await models.stagesOfPool(runnerPoolId)).length > 0;
}
