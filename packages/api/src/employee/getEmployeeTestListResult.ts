import { TestListResult } from '@assay/contract';
import { route } from '../http/route.ts';
import { TestListQuery, testListResult } from '../testRuns/testListResult.ts';
import { TestRunParams } from '../testRuns/testRunParams.ts';

export const getEmployeeTestListResult = route({
  method: 'GET',
  url: '/employee/test-runs/:id/test-list-result',
  summary: 'What listing the tests of a run has come to, of whatever account',
  permission: 'staff',
  params: TestRunParams,
  query: TestListQuery,
  answer: TestListResult,
  handle: async ({ api, params: { id }, query }) => {
    const accountId = await api.owners.ownerOf(`testRun-${id}`);
    return testListResult(api, accountId ? api.readModels.of(accountId) : null, id, query);
  },
});
