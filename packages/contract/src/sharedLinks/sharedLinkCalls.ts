import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { SharedLinkId, TestRunId } from '../ids.ts';
import { CreatedSharedLink, CreateSharedLinkRequest, SharedLinkView } from './sharedLinkViews.ts';

export const sharedLinkCalls = {
  listSharedLinks: call({
    method: 'GET',
    path: '/shared-links',
    summary: 'The links that show test runs of the account without signing in, of all runs or of one, newest first',
    permission: 'sharedLink.read',
    query: Type.Object({ testRunId: Type.Optional(TestRunId) }),
    answer: Type.Array(SharedLinkView),
    secretAnswer: true,
    example: { query: { testRunId: exampleIds.testRun } },
  }),
  createSharedLink: call({
    method: 'POST',
    path: '/test-runs/:id/shared-links',
    summary: 'Make a link that shows a test run, read-only, without signing in, for 1, 7 or 30 days',
    permission: 'sharedLink.write',
    params: Type.Object({ id: TestRunId }),
    body: CreateSharedLinkRequest,
    status: 201,
    answer: CreatedSharedLink,
    secretAnswer: true,
    example: { params: { id: exampleIds.testRun }, body: { days: 7, includesScreenshots: true } },
  }),
  revokeSharedLink: call({
    method: 'DELETE',
    path: '/shared-links/:id',
    summary: 'Revoke a link: it stops working at once',
    permission: 'sharedLink.write',
    params: Type.Object({ id: SharedLinkId }),
    status: 204,
    answer: Type.Null(),
    example: { params: { id: exampleIds.sharedLink } },
  }),
};
