import { Type } from 'typebox';
import { StatsQuery } from '../analytics/analyticsViews.ts';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectIdOrKey } from '../ids.ts';
import { CodeOwnersQuery, CodeOwnersView, FlakyTestOwners } from './codeOwnerViews.ts';

export const codeOwnerCalls = {
  getCodeOwners: call({
    method: 'GET',
    path: '/projects/:id/code-owners',
    summary:
      "Who owns a file by the CODEOWNERS file of the project's repository at a commit; 409 git.unreachable says why it cannot be read",
    permission: 'project.read',
    params: Type.Object({ id: ProjectIdOrKey }),
    query: CodeOwnersQuery,
    answer: CodeOwnersView,
    example: { params: { id: exampleIds.project }, query: { commit: 'abcdef', file: 'tests/cart.spec.ts' } },
  }),
  getFlakyTestOwners: call({
    method: 'GET',
    path: '/test-runs/flaky-test-owners',
    summary:
      "Who owns the flaky and broken tests by the CODEOWNERS file of each project's repository, at the commit of its newest counted run",
    permission: 'testRun.read',
    query: StatsQuery,
    answer: FlakyTestOwners,
    readsHistory: true,
    example: { query: { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' } },
  }),
};
