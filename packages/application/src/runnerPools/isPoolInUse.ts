import type { AccountId, RunnerPoolId } from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import type { Application } from '../application.ts';

/**
 * Whether a pipeline stage uses the pool, according to caught-up read models. A stage that takes the pool at this very
 * moment is missed; the automation detaches it afterwards.
 * @throws ReadModelsLagging
 */
export async function isPoolInUse(
  app: Pick<Application, 'readModels'>,
  { accountId, models }: { accountId: AccountId; models: Pick<AccountReads, 'stagesOfPool'> },
  runnerPoolId: RunnerPoolId,
): Promise<boolean> {
  await app.readModels.require({ scope: accountId });
  return (await models.stagesOfPool(runnerPoolId)).length > 0;
}
