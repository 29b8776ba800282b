import { testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';

export const removeTestPlanSuite = route(testPlanCalls.removeTestPlanSuite, (received) => {
  const { id, stageId: testPlanStageId, suiteId: testPlanSuiteId } = received.params;
  return arrangeTestPlan(received, id, testPlanSuiteId, { type: 'removeSuite', testPlanStageId, testPlanSuiteId });
});
