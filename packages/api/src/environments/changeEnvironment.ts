import { changeNamed, namedThings, ownNamed, requireOwnStage } from '@assay/application';
import { environmentCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeEnvironment = route(
  environmentCalls.changeEnvironment,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await ownNamed(api, namedThings.environment, caller.accountId, id);
    await requireOwnStage(api, caller.accountId, body.pipelineStageId);
    const command = { type: 'changeEnvironment' as const, ...body };
    const result = await changeNamed(api, namedThings.environment, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
