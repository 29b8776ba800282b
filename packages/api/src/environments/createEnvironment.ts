import { createNamed, namedThings, refusedNamesOf, requireOwnStage } from '@assay/application';
import { type EnvironmentId, environmentCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { withClonedSecrets } from './withClonedSecrets.ts';

export const createEnvironment = route(
  environmentCalls.createEnvironment,
  async ({ api, body, caller, context, errors, newId }) => {
    await requireRoom(api, caller, 'environments');
    const { name, key, url = null, pipelineStageId = null, maximumParallelTestRuns = 0, cloneOf } = body;
    const environmentId = newId<EnvironmentId>();
    const command = {
      type: 'createEnvironment' as const,
      environmentId,
      key,
      name,
      url,
      pipelineStageId,
      maximumParallelTestRuns,
      variables: await withClonedSecrets(api, caller.accountId, body.variables ?? [], cloneOf),
    };
    const result = await createNamed(api, namedThings.environment, environmentId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller: { accountId } }) => [() => requireOwnStage(api, accountId, body.pipelineStageId)],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.environment, accountId, id: null, fields: body }),
  },
);
