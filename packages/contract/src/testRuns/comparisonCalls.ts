import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProblemId, TestRunId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pagingFields } from '../paging.ts';
import { TqlText } from '../tql/tqlViews.ts';
import { ComparedTestsPage, comparisonGroups, RunComparison } from './comparisonViews.ts';

const compared = {
  first: Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the run before' }),
  second: Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the run after, of the same project' }),
  tql: Type.Optional(
    Type.Unsafe<string>({
      ...TqlText,
      description: 'only tests that match it in one of the runs: see docs/query-language.md',
    }),
  ),
};
const example = { first: exampleIds.testRun, second: exampleIds.testRun };

export const comparisonCalls = {
  compareTestRuns: call({
    method: 'GET',
    path: '/test-runs/comparison',
    summary: 'What became of the tests from one run to another of its project',
    permission: 'testRun.read',
    query: Type.Object(compared),
    answer: RunComparison,
    example: { query: example },
  }),
  listComparedTests: call({
    method: 'GET',
    path: '/test-runs/comparison/tests',
    summary: 'A page of the tests of one group of a comparison, all or those that newly fail of one problem',
    permission: 'testRun.read',
    query: Type.Object({
      ...compared,
      group: Type.Enum(comparisonGroups.filter((group) => group !== 'unchanged')),
      folded: Type.Optional(
        Type.Literal('true', { description: 'one row for newly failing tests with the same error, from three on' }),
      ),
      problemId: Type.Optional(ProblemId),
      ...pagingFields({ offset: 1_000_000, limit: limits.pageOfComparedTests }),
    }),
    answer: ComparedTestsPage,
    example: { query: { ...example, group: 'newlyFailing' } },
  }),
};
