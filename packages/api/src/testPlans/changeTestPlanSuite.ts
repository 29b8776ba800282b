import { errorsOfPlanSuite, InvalidFields, planSuiteOf } from '@assay/application';
import { testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';
import { ownPlanSuite } from './ownPlanSuite.ts';

export const changeTestPlanSuite = route(testPlanCalls.changeTestPlanSuite, async (received) => {
  const { api, caller, params, body } = received;
  const { testPlanStageId: toStageId, order, ...asked } = body;
  const { settings } = await ownPlanSuite(api, caller.accountId, params);
  const all = { ...settings, ...asked };
  // One that is only moved may be broken.
  const isChanged = Object.keys(asked).length > 0;
  const errors = isChanged ? await errorsOfPlanSuite(api, caller.accountId, all) : [];
  if (errors.length > 0) throw new InvalidFields(...errors);
  const ids = { testPlanStageId: params.stageId, testPlanSuiteId: params.suiteId };
  const change = { settings: isChanged ? planSuiteOf(all) : {}, toStageId, order };
  return arrangeTestPlan(received, params.id, params.suiteId, { type: 'changeSuite', ...ids, ...change });
});
