import { testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';

export const removeTestPlanStage = route(testPlanCalls.removeTestPlanStage, (received) => {
  const { id, stageId: testPlanStageId } = received.params;
  return arrangeTestPlan(received, id, testPlanStageId, { type: 'removeStage', testPlanStageId });
});
