import { limits, testPlanRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTestPlanRuns = route(
  testPlanRunCalls.listTestPlanRuns,
  async ({ api, caller, params: { id: testPlanId }, query: { page = 1, limit = limits.pageOfTestPlanRuns } }) => {
    await api.owners.requireOwn(`testPlan-${testPlanId}`, caller.accountId, 'testPlan.notFound');
    return caller.models.testPlanRunPage({ testPlanId, page, limit });
  },
);
