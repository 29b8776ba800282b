import { createNamed, namedThings, refusedNamesOf } from '@assay/application';
import { type TestPlanId, testPlanCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createTestPlan = route(
  testPlanCalls.createTestPlan,
  async ({ api, body: { name, key, goal = null }, context, newId }) => {
    const testPlanId = newId<TestPlanId>();
    const command = { type: 'createTestPlan' as const, testPlanId, name, key, goal };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.testPlan, testPlanId, command, context));
  },
  {
    rest: ({ api, body: { key }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.testPlan, accountId, id: null, fields: { key } }),
  },
);
