import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { FoundTestInfo } from '../agents/agentProtocol.ts';
import { formFields } from '../formFields.ts';
import {
  AccountId,
  AgentId,
  BuildId,
  DeployId,
  EnvironmentId,
  Nullable,
  PipelineStageId,
  Position,
  ProblemId,
  ProjectId,
  TestId,
  TestPlanId,
  TestPlanRunId,
  TestRunId,
  TestRunnerId,
  TestSuiteId,
  Time,
  TriggerId,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { problemFields } from '../problems/problemFields.ts';
import { projectRunners, RecentOutcome, RecentResult } from '../projects/projectViews.ts';
import { ExpiredDetails } from '../retention/retentionViews.ts';
import { reviewFields } from '../reviews/reviewViews.ts';
import { CodeFrames, TestSteps } from './attemptDetails.ts';
import { TestRunStatus } from './testRunStatus.ts';
import { TagList, TestFilterList } from './testSelection.ts';
import { TestStatus } from './testStatus.ts';

/** Project and environment are named by key; what is left out comes from the suite, or else from the project. */
export const CreateTestRunRequest = Type.Object(
  {
    project: Type.String({ minLength: 1, maxLength: 60, description: 'project key' }),
    environment: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'environment key',
      'x-texts': { blank: messages.selectEnvironment },
    }),
    branch: Type.Optional(Type.String(formFields.branch)),
    ref: Type.Optional(
      Nullable(Type.String({ ...formFields.ref, description: "commit or tag; null: the branch's newest" })),
    ),
    buildId: Type.Optional(
      Nullable(Type.Unsafe<BuildId>({ ...BuildId, description: 'the build to run from; null: the repository' })),
    ),
    latestDeploy: Type.Optional(
      Type.Boolean({
        description: 'run what was last deployed of the project in the environment; branch, ref and buildId follow',
      }),
    ),
    testSuiteId: Type.Optional(
      Nullable(Type.Unsafe<TestSuiteId>({ ...TestSuiteId, description: 'the suite to run; null: none' })),
    ),
    includeTags: Type.Optional(TagList),
    excludedTags: Type.Optional(TagList),
    testFilters: Type.Optional(TestFilterList),
    runners: Type.Optional(Type.Integer(formFields.runners)),
    copies: Type.Optional(
      Type.Integer({
        ...formFields.copies,
        description: 'how often each test is run separately in this run; once by default',
      }),
    ),
    parallelizeByFile: Type.Optional(Type.Boolean()),
    testTimeoutSeconds: Type.Optional(Type.Integer(formFields.testTimeoutSeconds)),
    timeoutMinutes: Type.Optional(Type.Integer(formFields.testRunTimeoutMinutes)),
    priority: Type.Optional(Type.Integer(formFields.priority)),
    retryFailedTests: Type.Optional(Type.Boolean()),
    playwrightProject: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    ignoreQuarantine: Type.Optional(Type.Boolean()),
    applyTestSelectionRules: Type.Optional(
      Type.Boolean({ description: 'has no effect yet, as accounts have no such rules: every requested test is run' }),
    ),
  },
  { additionalProperties: false },
);
export type CreateTestRunRequest = Static<typeof CreateTestRunRequest>;

/** A row of results by either of its ids. */
const testOfRun = Type.String({
  maxLength: 170,
  pattern: '^[A-Za-z0-9._-]+$',
  description: "the row's id or its testId",
});

/** Exactly one of the three. */
export const RerunRequest = Type.Object(
  {
    rerunTestRun: Type.Optional(Type.Literal(true)),
    rerunFailedTests: Type.Optional(Type.Literal(true)),
    testIds: Type.Optional(
      Type.Array(testOfRun, {
        minItems: 1,
        maxItems: limits.selectedTests,
        'x-texts': { long: messages.tooManySelected },
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type RerunRequest = Static<typeof RerunRequest>;

/** `status` is one that a person may set, or the run's own, which changes nothing. */
export const ChangeTestRunRequest = Type.Object({ status: TestRunStatus }, { additionalProperties: false });

/** The answer of every command: what it changed, and the position a reader must have reached to see it. */
export const CommandAnswer = Type.Object({ id: Type.String(), revision: Type.String(), position: Position });
export type CommandAnswer = Static<typeof CommandAnswer>;

const count = Type.Integer({ minimum: 0 });
/** A duration in milliseconds. */
const ms = Type.Integer({ minimum: 0 });

/** A run, as shown in lists and on its page. Counts leave quarantined tests out unless the run ignores quarantine. */
export const TestRunView = Type.Object({
  id: TestRunId,
  number: Type.Integer(),
  status: TestRunStatus,
  statusDisplay: Type.String(),
  statusInfo: Nullable(Type.String({ description: 'what happened and what to do about it' })),
  statusCode: Nullable(
    Type.String({ description: 'what failed the run besides its tests, such as install.failed; null: nothing did' }),
  ),
  nothingCouldPass: Type.Boolean({ description: 'PASS, but every test was skipped or is quarantined' }),
  projectId: ProjectId,
  project: Type.Object({
    id: ProjectId,
    key: Type.String(),
    name: Type.String(),
    testingFramework: Type.String(),
    runner: Type.Enum(projectRunners, { description: 'what runs its tests, by framework' }),
  }),
  environmentId: EnvironmentId,
  environmentName: Type.String(),
  pipelineStageId: Nullable(
    Type.Unsafe<PipelineStageId>({
      ...PipelineStageId,
      description: 'what the environment belonged to when the run was created, or what the upload named; null: none',
    }),
  ),
  runnerConfigurationId: Nullable(Type.String({ description: 'always null: there are no runner configurations' })),
  runnerConfigurationName: Nullable(Type.String()),
  testSuiteId: Nullable(TestSuiteId),
  testSuiteName: Nullable(Type.String({ description: 'null: not of a suite' })),
  branch: Type.String(),
  commit: Nullable(Type.String()),
  commitMessage: Nullable(Type.String()),
  gitRef: Nullable(Type.String({ description: 'the commit, or what was requested until it is known' })),
  createdAt: Time,
  createdBy: PersonView,
  trigger: Nullable(
    Type.Object({ id: TriggerId, name: Type.String() }, { description: 'what started it; null: not a trigger' }),
  ),
  testPlanRun: Nullable(
    Type.Object(
      { id: TestPlanRunId, testPlanId: TestPlanId, name: Type.String() },
      { description: "the run of a plan that it is part of, by the plan's name; null: none" },
    ),
  ),
  startTime: Nullable(Time),
  endTime: Nullable(Time),
  calculatedDuration: Nullable(ms),
  totalTestingTime: ms,
  totalCount: Type.Integer({ minimum: 0, description: 'all tests of the run, quarantined ones included' }),
  testCount: count,
  passCount: count,
  failCount: count,
  ignoredCount: count,
  notRunCount: count,
  runningCount: count,
  flakyCount: count,
  remainingTests: count,
  quarantineTotalCount: count,
  quarantineFailCount: count,
  quarantineTotalTestingTime: ms,
  usualDuration: Nullable(
    Type.Integer({
      description:
        'median of the last complete runs before it that asked for the same tests, ms; null: none, a rerun of some tests, or an upload',
    }),
  ),
  maxRunners: count,
  copies: Type.Integer({ minimum: 1, description: 'how often each test is run; each copy counts' }),
  currentRunnerCount: count,
  idleRunnerCount: count,
  nonExitedRunners: count,
  runnersNeeded: count,
  remainingMessages: Type.Integer({
    minimum: 0,
    description: 'units of work not done yet: the set-up, then groups of tests',
  }),
  timeouts: Type.Object({ testTimeoutSeconds: Type.Integer(), timeoutMinutes: Type.Integer() }),
  ignoreQuarantine: Type.Boolean(),
  recordVideo: Type.Boolean(),
  retryFailedTests: Type.Boolean(),
  playwrightProject: Nullable(Type.String()),
  includeTags: Type.Array(Type.String()),
  excludedTags: Type.Array(Type.String()),
  testFilters: Type.Array(Type.String()),
  defaultToParallelizeByFile: Type.Boolean(),
  priority: Type.Integer(),
  build: Nullable(
    Type.Object({ id: BuildId, name: Type.String() }, { description: 'what it is run from; null: the repository' }),
  ),
  deployId: Nullable(DeployId),
  deploy: Nullable(
    Type.Object(
      {
        projectId: ProjectId,
        branch: Nullable(Type.String()),
        commit: Nullable(Type.String()),
        buildName: Nullable(Type.String()),
        createdAt: Time,
      },
      { description: 'the deploy whose version is tested; null: the request named the version' },
    ),
  ),
  upload: Nullable(
    Type.Object(
      {
        files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer() })),
        notes: Type.Array(Type.Object({ file: Type.String(), message: Type.String() }), {
          description: 'files that were repaired, left out, or held the same results as others',
        }),
      },
      { description: 'for uploaded results; null: the run had runners' },
    ),
  ),
  rerunOf: Nullable(
    Type.Object({
      testRunId: TestRunId,
      number: Nullable(Type.Integer()),
      kind: Type.String({ description: 'whole, failed or selected' }),
      firstTestRunId: Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the first run in a chain of reruns' }),
    }),
  ),
  triggeredTestRunId: Nullable(
    Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the run that this one was started from; null: from none' }),
  ),
  ...reviewFields,
  account: Type.Object({ id: AccountId, name: Type.String() }),
  position: Position,
  revision: Type.String(),
});
export type TestRunView = Static<typeof TestRunView>;

export const TestRunPage = Type.Object({ testRuns: Type.Array(TestRunView), total: count, position: Position });
export type TestRunPage = Static<typeof TestRunPage>;

export const testPhases = ['SETUP', 'TEST', 'TEAR_DOWN'] as const;

/** When and where an attempt at a test ran, and how it ended. */
export const AttemptInShort = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  status: TestStatus,
  testRunnerId: Nullable(TestRunnerId),
  startTime: Time,
  duration: Nullable(Type.Integer({ minimum: 0, description: 'milliseconds; null: it has not ended' })),
});
export type AttemptInShort = Static<typeof AttemptInShort>;

/** A test of a run, in short, as the tree shows it. */
export const TestResultRow = Type.Object({
  id: Type.String({ description: '<testRunId>.<testId>, from the second copy on <testRunId>.<testId>.<copy>' }),
  parentId: Nullable(
    Type.String({ description: 'in a rerun: the test in the first run, which all its reruns share; null: no rerun' }),
  ),
  groupParentId: Nullable(Type.String({ description: 'always null: results are not grouped' })),
  testRunId: TestRunId,
  testId: TestId,
  projectTest: Type.Object({
    id: TestId,
    projectId: ProjectId,
    file: Type.String(),
    name: Type.String(),
    fileFilter: Nullable(Type.String({ description: 'always null: tests have no filter of their own' })),
    quarantined: Type.Boolean({ description: 'now, regardless of when the run started' }),
  }),
  copy: Nullable(Type.Integer({ minimum: 1, description: 'which of its copies; null: the run has a single copy' })),
  file: Type.String(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  line: Nullable(Type.Integer()),
  status: TestStatus,
  phase: Type.Enum(testPhases, { description: 'always TEST: set-up and tear-down have no results' }),
  startTime: Nullable(Time),
  endTime: Nullable(Type.String({ ...Time, description: 'of the last attempt; null: it has not ended' })),
  duration: Nullable(ms),
  testRunnerId: Nullable(TestRunnerId),
  runnerUuid: Nullable(Type.String({ description: 'as in runners of the run' })),
  attempts: count,
  severalAttempts: Type.Array(AttemptInShort, {
    description: 'each attempt, in order; empty unless there were several: of a single one the row says all',
  }),
  flaky: Type.Boolean(),
  quarantined: Type.Boolean(),
  timedOut: Type.Boolean(),
  error: Nullable(Type.String({ description: 'head of the message' })),
  hasResults: Type.Boolean(),
  screenshots: count,
  recent: Type.Array(RecentOutcome, { description: 'in earlier runs, newest first; up to ten' }),
  ...reviewFields,
  trackedIssues: Type.Array(Type.Object({ issueKey: Type.String() }), {
    description: 'always empty: issues are not tracked',
  }),
  testRunAnalysisRootCauseId: Nullable(
    Type.Unsafe<ProblemId>({
      ...ProblemId,
      description: 'the problem behind the failure; null: none, or it says no error',
    }),
  ),
  problem: Nullable(Type.Object(problemFields, { description: 'what people decided about it; null: nothing yet' })),
  updatedAt: Time,
  position: Position,
});
export type TestResultRow = Static<typeof TestResultRow>;

/** Rows changed after `since`, or all of them; ordered by file, then place in the file. */
export const TestResultsPage = Type.Object({ tests: Type.Array(TestResultRow), total: count, position: Position });
export type TestResultsPage = Static<typeof TestResultsPage>;

export const ArtifactView = Type.Object({
  kind: Type.String({ description: 'screenshot, video or file' }),
  name: Type.String(),
  size: Type.Integer(),
  mediaType: Type.String(),
  url: Type.String({ description: 'signed; expires after some minutes' }),
});
export type ArtifactView = Static<typeof ArtifactView>;

export const TestAttemptView = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  status: TestStatus,
  testRunnerId: Nullable(TestRunnerId),
  startTime: Nullable(Time),
  endTime: Nullable(Time),
  duration: Nullable(ms),
  timedOut: Type.Boolean(),
  error: Nullable(Type.String()),
  stackTrace: Nullable(Type.String()),
  output: Nullable(Type.String()),
  processOutput: Nullable(Type.String()),
  codeFrames: CodeFrames,
  steps: TestSteps,
  screenShots: Type.Array(ArtifactView),
  videos: Type.Array(ArtifactView),
  files: Type.Array(ArtifactView),
});
export type TestAttemptView = Static<typeof TestAttemptView>;

/** A result of a test in an earlier run, and where that ran. */
export const EarlierResult = Type.Object({
  ...RecentResult.properties,
  branch: Type.String(),
  environmentName: Type.String(),
});
export type EarlierResult = Static<typeof EarlierResult>;

/** A test of a run in full: every attempt with its texts and pictures. */
export const TestResultView = Type.Object({
  ...TestResultRow.properties,
  recent: Type.Array(EarlierResult, { description: 'in earlier runs, newest first; up to ten' }),
  projectId: ProjectId,
  attemptsDetail: Type.Array(TestAttemptView),
  failingSince: Nullable(
    Type.Object(
      { testRunId: TestRunId, number: Type.Integer(), at: Time, commit: Nullable(Type.String()) },
      { description: 'the first of the consecutive failures up to this result' },
    ),
  ),
  expired: ExpiredDetails,
});
export type TestResultView = Static<typeof TestResultView>;

export const runnerStatuses = ['Created', 'Idle', 'Running', 'Exited'] as const;
export const TestRunnerView = Type.Object({
  id: TestRunnerId,
  uuid: Type.String(),
  status: Type.Enum(runnerStatuses),
  testsRun: count,
  testRunnerAgentId: AgentId,
  agentName: Type.String(),
  currentTest: Nullable(Type.String()),
  currentTestStartTime: Nullable(Time),
  createdAt: Time,
  exitedAt: Nullable(Time),
  exitReason: Nullable(Type.Enum(['runEnded', 'stopped', 'replaced'] as const)),
  replacedById: Nullable(TestRunnerId),
});
export type TestRunnerView = Static<typeof TestRunnerView>;

/** A single run, with details left out of lists. */
export const TestRunDetailView = Type.Object({
  ...TestRunView.properties,
  testRunners: Type.Array(TestRunnerView),
  expired: ExpiredDetails,
});
export type TestRunDetailView = Static<typeof TestRunDetailView>;

export const HistoryItem = Type.Object({
  id: Type.String(),
  timeStamp: Time,
  userName: Nullable(Type.String({ description: 'null: the service itself' })),
  userEmail: Nullable(Type.String()),
  updatedColumn: Type.String(),
  updatedValue: Type.String(),
});
export type HistoryItem = Static<typeof HistoryItem>;

/** The logs of a run: its set-up, the listing of its tests, and each runner's. */
export const RunLogView = Type.Object({
  name: Type.String({ description: "'setup', 'test-list' or a runner's id" }),
  title: Type.String(),
  size: Type.Integer({ description: 'bytes so far' }),
  updatedAt: Time,
  ecsTaskArn: Nullable(Type.String({ description: 'always null: runners are no tasks of ECS' })),
  runnerSetupLog: Nullable(Type.String({ description: 'the head of the set-up; null: another log' })),
  testListGenerationLog: Nullable(Type.String({ description: "the head of the tests' listing; null: another log" })),
});
export type RunLogView = Static<typeof RunLogView>;

/** Part of a log from `offset` (bytes); continue from `nextOffset`. */
export const RunLogText = Type.Object({ text: Type.String(), nextOffset: Type.Integer(), size: Type.Integer() });
export type RunLogText = Static<typeof RunLogText>;

/**
 * The result of listing the tests of a run. Long lists come as a page: `infos` ordered by file and place in it,
 * `unfilteredInfos` in the framework's order.
 */
export const TestListResult = Type.Object({
  output: Type.String({ description: "the head of the listing's log; the full log is the run's 'test-list'" }),
  outputSize: Type.Integer({ description: 'bytes of that log so far' }),
  error: Nullable(Type.String({ description: 'why the set-up produced no list; null: it did not fail' })),
  filters: Type.Array(Type.String(), {
    description:
      "what the run asks for: 'Include tag: …', 'Exclude tag: …', test filters as they are, 'Selected tests: …'",
  }),
  listedAt: Nullable(Type.String({ ...Time, description: 'null: there is no list, or not yet' })),
  listingMs: Nullable(Type.Integer({ description: 'how long the framework took; null: not measured' })),
  testCount: Nullable(Type.Integer({ description: 'tests of the run that were listed; null: there is no list' })),
  foundCount: Nullable(Type.Integer({ description: 'tests before any was left out' })),
  infos: Type.Array(FoundTestInfo, { description: 'the tests the run includes' }),
  unfilteredInfos: Nullable(
    Type.Array(FoundTestInfo, {
      description: 'the tests before any was left out; null: there is no list, or what was left out was not kept',
    }),
  ),
});
export type TestListResult = Static<typeof TestListResult>;
