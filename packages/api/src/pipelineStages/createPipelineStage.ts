import { createNamed, namedThings, refusedNamesOf, requireOwnPools } from '@assay/application';
import { limits, type PipelineStageId, pipelineStageCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createPipelineStage = route(
  pipelineStageCalls.createPipelineStage,
  async ({ api, body, caller, context, errors, newId }) => {
    const { name, windowsRunnerPoolId = null, linuxRunnerPoolId = null, variables = [] } = body;
    const pipelineStageId = newId<PipelineStageId>();
    const command = {
      type: 'createPipelineStage' as const,
      pipelineStageId,
      name,
      windowsRunnerPoolId,
      linuxRunnerPoolId,
      variables,
      // The default puts the stage last: the number of existing stages.
      priority: body.priority ?? (await caller.models.pipelineStages()).length,
      testRunPriority: body.testRunPriority ?? limits.priority.default,
    };
    const result = await createNamed(api, namedThings.pipelineStage, pipelineStageId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller: { accountId } }) => [() => requireOwnPools(api, accountId, body)],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.pipelineStage,
        accountId,
        id: null,
        fields: body,
      }),
  },
);
