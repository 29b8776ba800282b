import { testPlanCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTestPlan = route(testPlanCalls.getTestPlan, async ({ caller, params: { id } }) => {
  const plan = await caller.models.testPlan(id);
  if (!plan) throw new DomainError('testPlan.notFound');
  return plan;
});
