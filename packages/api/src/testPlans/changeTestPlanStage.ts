import { testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';

export const changeTestPlanStage = route(testPlanCalls.changeTestPlanStage, (received) => {
  const { id, stageId: testPlanStageId } = received.params;
  const { order, ...settings } = received.body;
  return arrangeTestPlan(received, id, testPlanStageId, { type: 'changeStage', testPlanStageId, settings, order });
});
