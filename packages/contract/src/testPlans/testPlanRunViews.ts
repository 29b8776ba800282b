import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import {
  BuildId,
  DeployId,
  EnvironmentId,
  Nullable,
  Position,
  ProjectId,
  TestPlanId,
  TestPlanRunId,
  TestPlanStageId,
  TestPlanSuiteId,
  TestRunId,
  TestSuiteId,
  Time,
  TriggerId,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';
import { PlanRunStatus, PlanStageStatus, PlanSuiteStatus } from './testPlanRunStatus.ts';
import { TestPlanStageSettings } from './testPlanViews.ts';

const count = Type.Integer({ minimum: 0 });
const ms = Type.Integer({ minimum: 0 });

/** Results of tests; quarantined tests are left out unless the run ignores quarantine. */
export const TestCounts = Type.Object({
  testCount: count,
  passCount: count,
  flakyCount: Type.Integer({ minimum: 0, description: 'among the passed ones' }),
  failCount: count,
  ignoredCount: count,
  notRunCount: count,
  runningCount: count,
  remainingTests: count,
});
export type TestCounts = Static<typeof TestCounts>;

/** One go at a suite. The last one is its result; earlier ones are kept. */
export const PlanSuiteAttempt = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  status: PlanSuiteStatus,
  testRunId: Nullable(TestRunId),
  number: Nullable(Type.Integer({ description: 'of the test run; null: there is none yet' })),
  startedAt: Time,
  endedAt: Nullable(Time),
  message: Nullable(Type.String({ description: 'why it could not start' })),
});
export type PlanSuiteAttempt = Static<typeof PlanSuiteAttempt>;

/** What became of a suite in a plan run. */
export const TestPlanSuiteResult = Type.Object({
  testPlanSuiteId: TestPlanSuiteId,
  projectId: ProjectId,
  project: Type.Object({ id: ProjectId, key: Type.String(), name: Type.String() }),
  testSuiteId: TestSuiteId,
  testSuiteName: Type.String(),
  status: PlanSuiteStatus,
  isRunning: Type.Boolean(),
  isError: Type.Boolean({ description: 'it could not start; shown as Error' }),
  isNotRun: Type.Boolean({ description: 'its turn never came; shown as Skipped' }),
  message: Nullable(Type.String({ description: 'why it could not start' })),
  environmentId: Nullable(EnvironmentId),
  environment: Type.String({ description: 'its name; of a dynamic one that was not there, the key' }),
  buildId: Nullable(BuildId),
  build: Nullable(Type.String({ description: 'name of the build or of the deployed version' })),
  deployId: Nullable(DeployId),
  branch: Nullable(Type.String()),
  commit: Nullable(
    Type.String({ description: "the same for all suites on its branch; null: not known yet, the branch's newest" }),
  ),
  testRunId: Nullable(TestRunId),
  testRun: Nullable(
    Type.Object({
      id: TestRunId,
      number: Type.Integer(),
      status: TestRunStatus,
      statusInfo: Nullable(Type.String()),
    }),
  ),
  counts: TestCounts,
  startedAt: Nullable(Time),
  endedAt: Nullable(Time),
  duration: Nullable(Type.Integer({ minimum: 0, description: 'ms; null: it has not ended' })),
  attempts: Type.Array(PlanSuiteAttempt, { description: 'in order; the last is its result' }),
  canRerun: Type.Boolean(),
});
export type TestPlanSuiteResult = Static<typeof TestPlanSuiteResult>;

/** What became of a stage. It has the settings that it had when the plan was started. */
export const TestPlanStageResult = Type.Object({
  testPlanStageId: TestPlanStageId,
  ...TestPlanStageSettings.properties,
  order: Type.Integer({ minimum: 1 }),
  status: PlanStageStatus,
  /** Suites. */
  total: count,
  pass: count,
  fail: Type.Integer({ minimum: 0, description: 'failed, canceled, or could not start' }),
  skipped: count,
  skippedAfter: Nullable(
    Type.String({ description: 'of a skipped one: the stage that failed before it; null: Stop Run came first' }),
  ),
  duration: Nullable(ms),
  suites: Type.Array(TestPlanSuiteResult, { description: 'in order' }),
});
export type TestPlanStageResult = Static<typeof TestPlanStageResult>;

export const TestPlanRunView = Type.Object({
  id: TestPlanRunId,
  testPlanId: TestPlanId,
  testPlanName: Type.String(),
  status: PlanRunStatus,
  passed: Nullable(Type.Boolean({ description: 'whether all stages passed; null: it has not completed' })),
  createdAt: Time,
  createdBy: PersonView,
  trigger: Nullable(
    Type.Object({ id: TriggerId, name: Type.String() }, { description: 'what started it; null: a person or the CLI' }),
  ),
  startedBy: Type.String({ description: "who, as lists show it: a full name, a trigger's name, or 'CLI'" }),
  completedAt: Nullable(Type.String({ ...Time, description: 'or stopped; null: it runs' })),
  duration: Nullable(Type.Integer({ minimum: 0, description: 'ms; null: it runs' })),
  usualDuration: Nullable(
    Type.Integer({ minimum: 0, description: 'median of up to ten completed runs before it, ms; null: there is none' }),
  ),
  statusUpdatedBy: PersonView,
  canceledBy: Nullable(
    Type.String({ description: "who stopped it: an e-mail address, 'CLI', or a trigger's name; null: nobody did" }),
  ),
  totals: TestCounts,
  stageTotals: Type.Object({ total: count, pass: count, fail: count, skipped: count }),
  stages: Type.Array(TestPlanStageResult, { description: 'in order' }),
  position: Position,
  revision: Type.String(),
});
export type TestPlanRunView = Static<typeof TestPlanRunView>;

/** Newest first. A page with fewer than `limit` is the last. */
export const TestPlanRunPage = Type.Object({
  testPlanRuns: Type.Array(TestPlanRunView),
  total: count,
  position: Position,
});
export type TestPlanRunPage = Static<typeof TestPlanRunPage>;

/** Exactly one of the two. */
export const RerunTestPlanRequest = Type.Object(
  {
    failed: Type.Optional(Type.Literal(true, { description: 'each suite that did not pass' })),
    testPlanSuiteIds: Type.Optional(
      Type.Array(TestPlanSuiteId, {
        minItems: 1,
        maxItems: limits.testPlanSuites,
        description: 'these, once they ended',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type RerunTestPlanRequest = Static<typeof RerunTestPlanRequest>;
