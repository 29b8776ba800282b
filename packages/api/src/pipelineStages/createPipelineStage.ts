import { limits, type PipelineStageId, pipelineStageCalls } from '@assay/contract';
import { type PipelineStageCommand, pipelineStageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { pipelineStageNameOf } from './pipelineStageNames.ts';
import { requireOwnPools } from './requireOwnPools.ts';

export const createPipelineStage = route(
  pipelineStageCalls.createPipelineStage,
  async ({ api, body, caller, context, newId }) => {
    await requireOwnPools(api, caller.accountId, body);
    const { name, windowsRunnerPoolId = null, linuxRunnerPoolId = null, variables = [] } = body;
    const pipelineStageId = newId<PipelineStageId>();
    const command: PipelineStageCommand = {
      ...{ type: 'createPipelineStage', pipelineStageId, name, windowsRunnerPoolId, linuxRunnerPoolId, variables },
      // The default puts the stage last: the number of existing stages.
      priority: body.priority ?? (await caller.models.pipelineStages()).length,
      testRunPriority: body.testRunPriority ?? limits.priority.default,
    };
    const names = [pipelineStageNameOf(caller.accountId, name)];
    const result = await withReservedNames(api, names, `pipelineStage-${pipelineStageId}`, context, () =>
      api.eventLog.handle(
        pipelineStageDecider,
        pipelineStageId,
        (state) => (state.status === 'none' ? command : null),
        context,
      ),
    );
    return commandAnswer(api.eventLog, result);
  },
);
