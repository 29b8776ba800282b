import { limits, testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listTestResults = route(testRunCalls.listTestResults, async ({ caller, params, query }) => {
  const { since, offset = 0, limit = limits.maxResultsPage } = query;
  const page = await caller.models.testResults(params.id, { since, offset, limit });
  if (!page) throw new DomainError('testRun.notFound');
  return page;
});
