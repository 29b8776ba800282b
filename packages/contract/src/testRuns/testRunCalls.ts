import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { DeployView } from '../deploys/deployViews.ts';
import { exampleIds } from '../exampleIds.ts';
import { Position, TestRunId, Time } from '../ids.ts';
import { limits } from '../limits.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { RecentForEnvironments } from './recentRunViews.ts';
import { ReplayPage } from './replayViews.ts';
import { linesOfAttributes } from './runAttributes.ts';
import { TestResultsPage, TestResultView } from './testResultViews.ts';
import { ChangeTestRunRequest, CreateTestRunRequest, RerunRequest } from './testRunRequests.ts';
import {
  ChoiceCounts,
  HistoryItem,
  RunLogText,
  RunLogView,
  TestListResult,
  TestRunDetailView,
  TestRunnerView,
  TestRunPage,
  testRunFacets,
  testRunOrders,
} from './testRunViews.ts';

const getTestRunTestParams = Type.Object({
  id: Type.String({
    maxLength: 170,
    pattern: '^[^.]+\\.[^.]+(\\.[0-9]{1,3})?$',
    description: 'as in rows of results',
  }),
});
const resultsPages = { offset: 10_000_000, limit: limits.maxResultsPage };

/** A page of the tests that a run's listing found. */
export const testListQuery = Type.Object(pagingFields(resultsPages));

const commaList = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }));

const runFilterFields = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `words in the number, branch or names, or at the start of the commit; among the newest ${limits.searchedTestRuns} runs that fit`,
    }),
  ),
  ids: commaList('comma list of ids'),
  status: commaList('comma list of statuses'),
  project: commaList('comma list of ids or keys'),
  environment: commaList('comma list of ids or keys'),
  pipelineStage: commaList('comma list of ids of the stages that the runs were created in'),
  branch: commaList('comma list'),
  build: commaList('comma list of ids of builds'),
  testSuiteId: commaList('comma list of ids'),
  reviewerIds: commaList("comma list of ids of users; 'me' is the caller, 'none' stands for runs without a reviewer"),
  attributes: Type.Optional(
    Type.String({
      ...linesOfAttributes,
      description:
        'key=value, one a line: runs that have each of the keys, with any of the values that are named for it',
    }),
  ),
  date: commaList('from,to in ISO 8601, both inclusive: days (in UTC) or times; either may be left out'),
};
const listTestRunsQuery = Type.Object({
  ...pagingFields(),
  ...runFilterFields,
  sort: Type.Optional(
    Type.Enum(testRunOrders, {
      description: `newest first by default; the other orders are of the newest ${limits.searchedTestRuns} runs that fit`,
    }),
  ),
});
const countTestRunsQuery = Type.Object({
  by: Type.Enum(testRunFacets, { description: 'the filter whose choices are counted' }),
  ...runFilterFields,
});
const recentForEnvironmentsQuery = Type.Object({
  filter: Type.Optional(Type.Literal('true', { description: 'has no effect: the runs are filtered in any case' })),
  projectId: commaList('comma list of ids or keys'),
  branch: commaList('comma list'),
  build: commaList('comma list of ids of builds'),
  date: commaList('as of test runs'),
  at: Type.Optional(
    Type.String({
      ...Time,
      description: 'as they stood then, not in the future; environments and names are those of now. Now by default',
    }),
  ),
});
const testRunParams = Type.Object({ id: TestRunId });
const readLogQuery = Type.Object({ offset: Type.Optional(Type.Integer({ minimum: 0 })) });
const readLogParams = Type.Object({
  id: TestRunId,
  name: Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9._-]+$' }),
});
const listTestResultsQuery = Type.Object({
  since: Type.Optional(Position),
  ...pagingFields(resultsPages),
});
const replayQuery = Type.Object({
  after: Type.Optional(Type.Unsafe<Position>({ ...Position, description: '`next` of the page before' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.replayPage, description: `${limits.replayPage} by default` }),
  ),
});
export const testResultParams = Type.Object({
  id: TestRunId,
  testId: Type.String({
    minLength: 1,
    maxLength: 160,
    pattern: '^([A-Za-z0-9_-]+\\.)?[A-Za-z0-9_-]+(\\.[0-9]{1,3})?$',
    description: 'of the test in the run, or the `id` of its row',
  }),
});

export const testRunCalls = {
  getTestRunTest: call({
    method: 'GET',
    path: '/test-run-test/:id',
    summary: 'One test of a run, by the id in rows of results',
    permission: 'testRun.read',
    params: getTestRunTestParams,
    answer: TestResultView,
    readsHistory: true,
    example: { params: { id: exampleIds.testOfRun } },
  }),
  listTestRuns: call({
    method: 'GET',
    path: '/test-runs',
    summary: 'A page of test runs, newest first',
    permission: 'testRun.read',
    query: listTestRunsQuery,
    answer: TestRunPage,
    topic: topics.testRuns,
    example: {},
  }),
  countTestRuns: call({
    method: 'GET',
    path: '/test-runs/counts',
    summary: `How many test runs each choice of a filter has, most first, of the newest ${limits.searchedTestRuns} that fit`,
    permission: 'testRun.read',
    query: countTestRunsQuery,
    answer: ChoiceCounts,
    topic: topics.testRuns,
    example: { query: { by: 'status' } },
  }),
  recentForEnvironments: call({
    method: 'GET',
    path: '/test-runs/recent-for-environments',
    summary: 'How each environment stands: what ran there last of each project and suite, and since when that fails',
    permission: 'testRun.read',
    query: recentForEnvironmentsQuery,
    answer: RecentForEnvironments,
    topic: topics.testRuns,
    example: {},
  }),
  createTestRun: call({
    method: 'POST',
    path: '/test-runs',
    summary: 'Start a test run; what is left out comes from the suite, or else from the project',
    permission: 'testRun.write',
    feature: 'ownRunners',
    body: CreateTestRunRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testRuns],
    example: { body: { project: 'shop', environment: 'test' } },
  }),
  getTestRun: call({
    method: 'GET',
    path: '/test-runs/:id',
    summary: 'One test run; the ETag is its revision',
    permission: 'testRun.read',
    params: testRunParams,
    answer: TestRunDetailView,
    topic: topics.testRun,
    example: { params: { id: exampleIds.testRun } },
  }),
  changeTestRunStatus: call({
    method: 'PATCH',
    path: '/test-runs/:id',
    summary: 'Cancel a run, or mark it as passed or failed',
    permission: 'testRun.write',
    params: testRunParams,
    body: ChangeTestRunRequest,
    view: TestRunDetailView,
    answer: CommandAnswer,
    changes: [topics.testRuns, topics.testRun],
    example: { params: { id: exampleIds.testRun }, body: { status: 'CANCELED' } },
  }),
  listDeploysOfTestRun: call({
    method: 'GET',
    path: '/test-runs/:id/deploys',
    summary: 'Where the version that the run tests was deployed, newest first: the same commit or build',
    permission: 'deploy.read',
    params: testRunParams,
    answer: Type.Array(DeployView),
    example: { params: { id: exampleIds.testRun } },
  }),
  listHistory: call({
    method: 'GET',
    path: '/test-runs/:id/history',
    summary: 'What happened to a run, and who did it',
    permission: 'testRun.read',
    params: testRunParams,
    answer: Type.Array(HistoryItem),
    topic: topics.testRun,
    example: { params: { id: exampleIds.testRun } },
  }),
  listLogs: call({
    method: 'GET',
    path: '/test-runs/:id/logs',
    summary: 'The logs of a run: set-up, listing, and one for each runner',
    permission: 'testRun.read',
    params: testRunParams,
    answer: Type.Array(RunLogView),
    topic: topics.testRunLogs,
    example: { params: { id: exampleIds.testRun } },
  }),
  readLog: call({
    method: 'GET',
    path: '/test-runs/:id/logs/:name',
    summary: 'Part of a log, from an offset in bytes',
    permission: 'testRun.read',
    params: readLogParams,
    query: readLogQuery,
    answer: RunLogText,
    example: { params: { id: exampleIds.testRun, name: 'setup' } },
  }),
  replayTestRun: call({
    method: 'GET',
    path: '/test-runs/:id/replay',
    summary: 'What happened in a run, event by event, and what each changed of the run, its tests and its runners',
    permission: 'testRun.read',
    params: testRunParams,
    query: replayQuery,
    answer: ReplayPage,
    otherAnswers: { 304: Type.Null({ description: 'as it was when the answer with this ETag was given' }) },
    example: { params: { id: exampleIds.testRun } },
  }),
  rerunTestRun: call({
    method: 'POST',
    path: '/test-runs/:id/rerun',
    summary: 'Rerun all, failed or selected tests on the same commit',
    permission: 'testRun.write',
    feature: 'ownRunners',
    params: testRunParams,
    body: RerunRequest,
    bodyLimit: 2 * 1024 * 1024,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testRuns],
    example: { params: { id: exampleIds.testRun }, body: { rerunTestRun: true } },
  }),
  listTestResults: call({
    method: 'GET',
    path: '/test-runs/:id/results',
    summary: 'The tests of a run, all or those that changed after a position',
    permission: 'testRun.read',
    params: testRunParams,
    query: listTestResultsQuery,
    answer: TestResultsPage,
    topic: topics.testRunTests,
    example: { params: { id: exampleIds.testRun } },
  }),
  getTestResult: call({
    method: 'GET',
    path: '/test-runs/:id/results/:testId',
    summary: 'One test of a run with every attempt, its texts and pictures',
    permission: 'testRun.read',
    params: testResultParams,
    answer: TestResultView,
    readsHistory: true,
    topic: topics.testRunTests,
    example: { params: { id: exampleIds.testRun, testId: exampleIds.test } },
  }),
  getTestListResult: call({
    method: 'GET',
    path: '/test-runs/:id/test-list-result',
    summary:
      'The result of listing the tests of a run: its log, what went wrong, the filters, the tests before and after',
    permission: 'testRun.read',
    params: testRunParams,
    query: testListQuery,
    answer: TestListResult,
    example: { params: { id: exampleIds.testRun } },
  }),
  listTestRunners: call({
    method: 'GET',
    path: '/test-runs/:id/test-runners',
    summary: 'The runners of a run and what each is doing',
    permission: 'testRun.read',
    params: testRunParams,
    answer: Type.Array(TestRunnerView),
    topic: topics.testRun,
    example: { params: { id: exampleIds.testRun } },
  }),
  hasTestRuns: call({
    method: 'GET',
    path: '/test-runs/first',
    summary: 'Whether the account has any test run yet',
    permission: 'testRun.read',
    answer: Type.Object({ exists: Type.Boolean() }),
    example: {},
  }),
};
