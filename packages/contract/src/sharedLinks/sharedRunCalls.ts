import { Type } from 'typebox';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { SharedResultsPage, SharedResultView, SharedRunView } from './sharedRunViews.ts';

/** In the query, which logs leave out. */
const ofLink = { token: Type.String({ maxLength: 400 }) };
const token = 'link.of-a-run';

/** All that a shared link opens. Its token is worth nothing for any other call. */
export const sharedRunCalls = {
  getSharedRun: call({
    method: 'GET',
    path: '/shared-run',
    summary: 'The test run that a shared link shows',
    permission: 'public',
    query: Type.Object(ofLink),
    answer: SharedRunView,
    example: { query: { token } },
  }),
  listSharedResults: call({
    method: 'GET',
    path: '/shared-run/results',
    summary: 'The tests of the run that a shared link shows, ordered by file',
    permission: 'public',
    query: Type.Object({
      ...ofLink,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageOfSharedResults })),
    }),
    answer: SharedResultsPage,
    example: { query: { token } },
  }),
  getSharedResult: call({
    method: 'GET',
    path: '/shared-run/results/:testId',
    summary: 'One test of the run that a shared link shows, with its attempts',
    permission: 'public',
    params: Type.Object({ testId: Type.String({ minLength: 1, maxLength: 200 }) }),
    query: Type.Object(ofLink),
    answer: SharedResultView,
    example: { params: { testId: 'a-test' }, query: { token } },
  }),
};
