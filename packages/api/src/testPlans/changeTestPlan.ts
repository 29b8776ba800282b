import { changeNamed, namedThings, refusedNamesOf } from '@assay/application';
import { testPlanCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeTestPlan = route(
  testPlanCalls.changeTestPlan,
  async ({ api, params: { id }, body, context, expectedRevision }) => {
    const command = { type: 'changeTestPlan' as const, ...body };
    const result = await changeNamed(api, namedThings.testPlan, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: ({ api, params: { id }, body: { key }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.testPlan, accountId, id, fields: { key } }),
  },
);
