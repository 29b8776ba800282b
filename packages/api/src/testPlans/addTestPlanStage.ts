import { defaultStageSettings, type TestPlanStageId, testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { arrangeTestPlan } from './arrangeTestPlan.ts';

export const addTestPlanStage = route(testPlanCalls.addTestPlanStage, (received) => {
  const { params, body, newId } = received;
  const { order, ...asked } = body;
  const testPlanStageId = newId<TestPlanStageId>();
  const settings = { ...defaultStageSettings, ...asked };
  return arrangeTestPlan(received, params.id, testPlanStageId, { type: 'addStage', testPlanStageId, settings, order });
});
