import { createNamed, namedThings, requireOwnStage } from '@assay/application';
import { type EnvironmentId, environmentCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createEnvironment = route(
  environmentCalls.createEnvironment,
  async ({ api, body, caller, context, newId }) => {
    const { name, key, url = null, pipelineStageId = null, maximumParallelTestRuns = 0, variables = [] } = body;
    await requireOwnStage(api, caller.accountId, pipelineStageId);
    const environmentId = newId<EnvironmentId>();
    const command = {
      type: 'createEnvironment' as const,
      environmentId,
      key,
      name,
      url,
      pipelineStageId,
      maximumParallelTestRuns,
      variables,
    };
    const result = await createNamed(api, namedThings.environment, environmentId, command, context);
    return commandAnswer(api.eventLog, result);
  },
);
