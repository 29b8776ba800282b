import { changeNamed, namedThings, ownNamed, refusedNamesOf, requireOwnPools } from '@assay/application';
import { pipelineStageCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changePipelineStage = route(
  pipelineStageCalls.changePipelineStage,
  async ({ api, params: { id }, body, context, errors, expectedRevision }) => {
    const command = { type: 'changePipelineStage' as const, ...body };
    const seen = { ...context, expectedRevision };
    const result = await changeNamed(api, namedThings.pipelineStage, id, command, seen, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id }, body, caller: { accountId } }) => [
      () => ownNamed(api, namedThings.pipelineStage, accountId, id),
      () => requireOwnPools(api, accountId, body),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.pipelineStage,
        accountId,
        id,
        fields: body,
      }),
  },
);
