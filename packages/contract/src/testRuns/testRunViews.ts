import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { FoundTestInfo } from '../agents/agentPosts.ts';
import {
  AccountId,
  AgentId,
  BuildId,
  DeployId,
  EnvironmentId,
  Nullable,
  PipelineStageId,
  Position,
  ProjectId,
  TestPlanId,
  TestPlanRunId,
  TestRunId,
  TestRunnerId,
  TestSuiteId,
  Time,
  TriggerId,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { projectRunners } from '../projects/projectViews.ts';
import { ExpiredDetails } from '../retention/retentionViews.ts';
import { reviewFields } from '../reviews/reviewViews.ts';
import { TestRunStatus } from './testRunStatus.ts';

const count = Type.Integer({ minimum: 0 });
/** A duration in milliseconds. */
const ms = Type.Integer({ minimum: 0 });

/** A run, as shown in lists and on its page. Counts leave quarantined tests out unless the run ignores quarantine. */
export const TestRunView = Type.Object({
  id: TestRunId,
  number: Type.Integer(),
  status: TestRunStatus,
  statusDisplay: Type.String({ description: "the status in words; 'Inconclusive' where nothingCouldPass" }),
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
    testingFramework: Type.String({ description: 'as it was when the run was created' }),
    framework: Type.String({ description: 'the same as people name it, with its version: Cypress 13.6' }),
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
  pipelineStageName: Nullable(Type.String({ description: 'as it is called now; null: of no stage' })),
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
  attributes: Type.Array(Type.String({ description: 'key=value' })),
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

/** Orders of a list of runs: '-' for the highest first. Runs without the value, such as those in progress, rank lowest. */
export const testRunOrders = [
  '-createdAt',
  '-failCount',
  'failCount',
  '-calculatedDuration',
  'calculatedDuration',
] as const;
export type TestRunOrder = (typeof testRunOrders)[number];

/** The filters of a list of runs whose choices are counted. */
export const testRunFacets = [
  'status',
  'project',
  'branch',
  'testSuiteId',
  'environment',
  'pipelineStage',
  'reviewerIds',
  'attributes',
] as const;
export type TestRunFacet = (typeof testRunFacets)[number];

export const ChoiceCounts = Type.Array(
  Type.Object({
    value: Nullable(Type.String({ description: 'an id, a status, a branch or an attribute; null: runs without any' })),
    count: Type.Integer({ minimum: 1 }),
  }),
  { maxItems: limits.countedChoices },
);
export type ChoiceCounts = Static<typeof ChoiceCounts>;

export const TestRunPage = Type.Object({
  testRuns: Type.Array(TestRunView),
  total: Type.Integer({
    minimum: 0,
    description: `of all runs that fit; with filters not more than ${limits.countedTestRuns} from this page on are counted`,
  }),
  totalIsLeast: Type.Boolean({ description: 'there are more than `total`, which were not counted' }),
  position: Position,
});
export type TestRunPage = Static<typeof TestRunPage>;

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
export const RunLogText = Type.Object({
  text: Type.String(),
  nextOffset: Type.Integer(),
  size: Type.Integer(),
  times: Type.Array(
    Type.Object({ line: Type.Integer({ description: 'of this text, from 0: it and those after it' }), at: Time }),
    { description: 'when lines reached the service, a second apart at least; none of runs before there were any' },
  ),
});
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
