import { testPlanRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTestPlanRun = route(testPlanRunCalls.getTestPlanRun, async ({ caller, params: { id, runId } }) => {
  const planRun = await caller.models.testPlanRun({ testPlanId: id, testPlanRunId: runId });
  if (!planRun) throw new DomainError('testPlanRun.notFound');
  return planRun;
});
