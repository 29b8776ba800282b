import type { AccountId, RunnerPoolId } from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import type { Application } from '../application.ts';
import { requireCaughtUp } from '../stores/requireCaughtUp.ts';

/**
 * Whether a pipeline stage uses the pool, according to caught-up read models. A stage that takes the pool at this very
 * moment is missed; the automation detaches it afterwards.
 * @throws ReadModelsBehind while the read models are behind
 */
export async function isPoolInUse(
  app: Pick<Application, 'eventLog' | 'readModels'>,
  { accountId, models }: { accountId: AccountId; models: Pick<AccountReads, 'stagesOfPool'> },
  runnerPoolId: RunnerPoolId,
): Promise<boolean> {
  await requireCaughtUp(app, accountId);
  return (await models.stagesOfPool(runnerPoolId)).length > 0;
}
