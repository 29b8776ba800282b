import { changeNamed, namedThings, ownNamed, requireOwnPools } from '@assay/application';
import { pipelineStageCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changePipelineStage = route(
  pipelineStageCalls.changePipelineStage,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await ownNamed(api, namedThings.pipelineStage, caller.accountId, id);
    await requireOwnPools(api, caller.accountId, body);
    const command = { type: 'changePipelineStage' as const, ...body };
    const result = await changeNamed(api, namedThings.pipelineStage, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
