import { call } from '../call.ts';
import { TqlAnswer, TqlRequest } from './tqlViews.ts';

export const tqlCalls = {
  queryResults: call({
    method: 'POST',
    path: '/tql',
    summary:
      'Results of tests that match a query, of the newest runs first; what is wrong with a query is said with its place',
    permission: 'testRun.read',
    body: TqlRequest,
    answer: TqlAnswer,
    example: { body: { tql: 'status = fail and not quarantined' } },
  }),
};
