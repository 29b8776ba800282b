import { TestListResult } from '@assay/contract';
import { route } from '../http/route.ts';
import { TestListQuery, testListResult } from './testListResult.ts';
import { TestRunParams } from './testRunParams.ts';

export const getTestListResult = route({
  method: 'GET',
  url: '/test-runs/:id/test-list-result',
  summary:
    'What listing the tests of a run has come to: its log, what went wrong, the filters, the tests before and after',
  permission: 'testRun.read',
  params: TestRunParams,
  query: TestListQuery,
  answer: TestListResult,
  handle: ({ api, caller, params: { id }, query }) => testListResult(api, caller.models, id, query),
});
