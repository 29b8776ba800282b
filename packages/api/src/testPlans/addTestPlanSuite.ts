import { errorsOfPlanSuite, InvalidFields, namedThings, ownNamed, planSuiteOf } from '@assay/application';
import { defaultSuiteSettings, type TestPlanSuiteId, testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';
import { errorsOfRest } from './errorsOfRest.ts';

export const addTestPlanSuite = route(
  testPlanCalls.addTestPlanSuite,
  async (received) => {
    const { api, caller, params, body, newId } = received;
    const { order, ...asked } = body;
    await ownNamed(api, namedThings.testPlan, caller.accountId, params.id);
    const all = { ...defaultSuiteSettings, ...asked };
    const errors = await errorsOfPlanSuite(api, caller.accountId, all);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const testPlanSuiteId = newId<TestPlanSuiteId>();
    const ids = { testPlanStageId: params.stageId, testPlanSuiteId };
    const command = { type: 'addSuite' as const, ...ids, settings: planSuiteOf(all), order };
    return arrangeTestPlan(received, params.id, testPlanSuiteId, command);
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);
