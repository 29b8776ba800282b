import { limits, Position, TestResultsPage } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';
import { topicOfRun } from './testRunTopics.ts';

const Query = Type.Object({
  since: Type.Optional(Position),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.largestResultsPage })),
});

export const listTestResults = route({
  method: 'GET',
  url: '/test-runs/:id/results',
  summary: 'The tests of a run, all or those that changed after a position',
  permission: 'testRun.read',
  params: TestRunParams,
  query: Query,
  answer: TestResultsPage,
  topics: [topicOfRun('testRunTests')],
  handle: async ({ caller, params, query }) => {
    const { since, offset = 0, limit = limits.largestResultsPage } = query;
    const page = await caller.models.testResults(params.id, { since, offset, limit });
    if (!page) throw new DomainError('testRun.notFound');
    return page;
  },
});
