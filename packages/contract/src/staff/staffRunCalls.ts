import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { AccountId, AgentId, StaffAccessId, TestRunId, TestRunnerId } from '../ids.ts';
import { limits } from '../limits.ts';
import { TestResultView } from '../testRuns/testResultViews.ts';
import { testListQuery, testResultParams } from '../testRuns/testRunCalls.ts';
import { TestListResult, TestRunnerView } from '../testRuns/testRunViews.ts';
import {
  StaffAccessRequest,
  StaffExecutionView,
  StaffHeaderData,
  StaffLog,
  StaffReasonRequest,
  StaffTestPage,
  StaffTestRunDetailView,
  StaffTestRunPage,
} from './staffRunViews.ts';

const testRunParams = Type.Object({ id: TestRunId });
const runnerParams = Type.Object({ testRunId: TestRunId, id: TestRunnerId });
const logQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, description: '`nextOffset` of the answer before' })),
});
const reason = 'Ticket 4112: the run hangs';

/** Each read of one account needs read-only access to it, for a reason that its administrators see. */
export const staffRunCalls = {
  startStaffAccess: call({
    method: 'POST',
    path: '/employee/access',
    summary:
      'Start read-only access to the test runs of an account. It ends after 8 hours; the administrators see it with its reason, and each request, in their access log. It includes neither files nor values of variables',
    permission: 'staff',
    body: StaffAccessRequest,
    status: 201,
    answer: CommandAnswer,
    example: { body: { accountId: exampleIds.account, reason } },
  }),
  endStaffAccess: call({
    method: 'DELETE',
    path: '/employee/access/:id',
    summary: 'End one’s read-only access to an account before its time is over',
    permission: 'staff',
    params: Type.Object({ id: StaffAccessId }),
    answer: CommandAnswer,
    example: { params: { id: exampleIds.staffAccess } },
  }),
  getStaffHeader: call({
    method: 'GET',
    path: '/employee/header-data',
    summary: 'How the installation is doing, its test runs in progress, and what an account ran this and last month',
    permission: 'staff',
    query: Type.Object({ accountId: Type.Optional(AccountId) }),
    answer: StaffHeaderData,
    example: {},
  }),
  getAccountExecution: call({
    method: 'GET',
    path: '/employee/accounts/:id/execution',
    summary: 'What an account runs now, and what it ran in each of the last twelve months',
    permission: 'staff',
    params: Type.Object({ id: AccountId }),
    answer: StaffExecutionView,
    example: { params: { id: exampleIds.account } },
  }),
  listStaffTestRuns: call({
    method: 'GET',
    path: '/employee/test-runs',
    summary: 'A page of the test runs of all accounts, or of one, newest first',
    permission: 'staff',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'from 1, which is the default' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limits.maxPage, description: `${limits.pageOfStaffRuns} by default` }),
      ),
      accountId: Type.Optional(AccountId),
      status: Type.Optional(Type.String({ maxLength: 400, description: 'comma list of statuses, in either case' })),
      date: Type.Optional(Type.String({ maxLength: 100, description: 'as of test runs' })),
    }),
    answer: StaffTestRunPage,
    example: {},
  }),
  getStaffTestRun: call({
    method: 'GET',
    path: '/employee/test-runs/:id',
    summary: 'One test run of any account, with its runners',
    permission: 'staff',
    params: testRunParams,
    answer: StaffTestRunDetailView,
    example: { params: { id: exampleIds.testRun } },
  }),
  listStaffTests: call({
    method: 'GET',
    path: '/employee/test-runs/:id/tests',
    summary: 'The tests of a run in any account, by file',
    permission: 'staff',
    params: testRunParams,
    query: testListQuery,
    answer: StaffTestPage,
    example: { params: { id: exampleIds.testRun } },
  }),
  getStaffTest: call({
    method: 'GET',
    path: '/employee/test-runs/:id/tests/:testId',
    summary: 'One test of a run in any account with every attempt and its texts, without its files',
    permission: 'staff',
    params: testResultParams,
    answer: TestResultView,
    readsHistory: true,
    example: { params: { id: exampleIds.testRun, testId: exampleIds.test } },
  }),
  listStaffRunners: call({
    method: 'GET',
    path: '/employee/test-runs/:id/runners',
    summary: 'The runners of a run in any account, and what each is doing',
    permission: 'staff',
    params: testRunParams,
    answer: Type.Array(TestRunnerView),
    example: { params: { id: exampleIds.testRun } },
  }),
  getStaffTestListResult: call({
    method: 'GET',
    path: '/employee/test-runs/:id/test-list-result',
    summary: 'The result of listing the tests of a run in any account',
    permission: 'staff',
    params: testRunParams,
    query: testListQuery,
    answer: TestListResult,
    example: { params: { id: exampleIds.testRun } },
  }),
  readStaffRunLog: call({
    method: 'GET',
    path: '/employee/test-runs/:id/logs',
    summary: 'What happened to a run and its runners, with the heads of its logs of the set-up and of the test list',
    permission: 'staff',
    params: testRunParams,
    answer: StaffLog,
    example: { params: { id: exampleIds.testRun } },
  }),
  readStaffRunnerLog: call({
    method: 'GET',
    path: '/employee/test-runs/:testRunId/runners/:id/logs',
    summary: 'Part of the log of a runner, from an offset on',
    permission: 'staff',
    params: runnerParams,
    query: logQuery,
    answer: StaffLog,
    example: { params: { testRunId: exampleIds.testRun, id: exampleIds.testRunner } },
  }),
  readStaffAgentLog: call({
    method: 'GET',
    path: '/employee/agents/:id/logs',
    summary: 'What happened to an agent, and what staff did to it and why',
    permission: 'staff',
    params: Type.Object({ id: AgentId }),
    answer: StaffLog,
    example: { params: { id: exampleIds.agent } },
  }),
  replaceTestRunner: call({
    method: 'POST',
    path: '/employee/test-runs/:testRunId/runners/:id/replace',
    summary: 'Replace a runner: its unfinished tests go to others, and another runner takes its place',
    permission: 'staff',
    params: runnerParams,
    body: StaffReasonRequest,
    answer: CommandAnswer,
    example: { params: { testRunId: exampleIds.testRun, id: exampleIds.testRunner }, body: { reason } },
  }),
  stopTestRunner: call({
    method: 'POST',
    path: '/employee/test-runs/:testRunId/runners/:id/stop',
    summary:
      'Stop a runner: its unfinished tests go to others, and the run goes on with one runner fewer, but never with none',
    permission: 'staff',
    params: runnerParams,
    body: StaffReasonRequest,
    answer: CommandAnswer,
    example: { params: { testRunId: exampleIds.testRun, id: exampleIds.testRunner }, body: { reason } },
  }),
};
