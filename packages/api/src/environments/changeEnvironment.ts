import { changeNamed, namedThings, ownNamed, refusedNamesOf, requireOwnStage } from '@assay/application';
import { environmentCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeEnvironment = route(
  environmentCalls.changeEnvironment,
  async ({ api, params: { id }, body, context, errors, expectedRevision }) => {
    const command = { type: 'changeEnvironment' as const, ...body };
    const seen = { ...context, expectedRevision };
    const result = await changeNamed(api, namedThings.environment, id, command, seen, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, params: { id }, body, caller: { accountId } }) => [
      () => ownNamed(api, namedThings.environment, accountId, id),
      () => requireOwnStage(api, accountId, body.pipelineStageId),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.environment,
        accountId,
        id,
        fields: body,
      }),
  },
);
