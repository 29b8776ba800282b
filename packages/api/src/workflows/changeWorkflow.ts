import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import { workflowCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { errorsOfSteps } from './errorsOfSteps.ts';

export const changeWorkflow = route(
  workflowCalls.changeWorkflow,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    const errors = await errorsOfSteps(api, accountId, id, body.steps ?? []);
    const command = { type: 'changeWorkflow' as const, ...body };
    const result = await changeNamed(api, namedThings.workflow, id, command, { ...context, expectedRevision }, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: ({ api, params: { id }, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.workflow, accountId, id, fields: { name } }),
  },
);
