import { createNamed, namedThings, refusedNamesOf, requireCaughtUp, requireOwnPools } from '@assay/application';
import { limits, type PipelineStageId, pipelineStageCalls } from '@assay/contract';
import type { Api } from '../api.ts';
import type { CallerOf } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

/** @returns the number of existing stages, those that were made a moment ago among them */
async function lastPlace(api: Api, { accountId, models }: CallerOf<'pipelineStage.write'>): Promise<number> {
  await requireCaughtUp(api, accountId);
  return (await models.pipelineStages()).length;
}

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
      priority: body.priority ?? (await lastPlace(api, caller)),
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
