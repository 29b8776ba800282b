import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import {
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
  TestSuiteId,
  Time,
  TriggerId,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { PlanRunStatus } from '../testPlans/testPlanRunStatus.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';
import { TagList, TestFilterList } from '../testRuns/testSelection.ts';
import { TriggerSchedule } from './triggerSchedule.ts';

/** `now`: nothing starts it but Run Now. */
export const triggerTypes = ['now', 'interval', 'deploy', 'testPlanInterval', 'testPlanDeploy'] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** Which tests are run; `codeConfig` leaves it to the configuration of the test framework. */
export const testOptionsTypes = ['all', 'suite', 'specify', 'codeConfig'] as const;

/** What happens to a time that comes while the run before has not ended. */
export const overlapRules = ['skip', 'queue', 'cancel', 'allow'] as const;
export type OverlapRule = (typeof overlapRules)[number];

/** Stands for every project among the deployed ones. */
export const anyProject = '0' as ProjectId;

/** What a trigger starts, and when. */
export const TriggerSettings = Type.Object(
  {
    type: Type.Enum(triggerTypes),
    projectId: Nullable(ProjectId),
    testSuiteId: Nullable(TestSuiteId),
    testPlanId: Nullable(TestPlanId),
    environmentId: Nullable(EnvironmentId),
    testOptionsType: Type.Enum(testOptionsTypes),
    includeTags: TagList,
    excludedTags: TagList,
    testFilters: TestFilterList,
    latestDeploy: Type.Boolean({ description: 'test what is deployed; branch, commit and build follow' }),
    buildId: Nullable(BuildId),
    branch: Nullable(Type.String(formFields.branch)),
    commit: Nullable(Type.String({ ...formFields.ref, description: "a commit or tag; null: the branch's newest" })),
    maxRunners: Nullable(Type.Integer({ ...formFields.runners, description: "null: the suite's or project's" })),
    copies: Type.Integer(formFields.copies),
    priority: Nullable(Type.Integer({ ...formFields.priority, description: "null: the suite's or stage's" })),
    defaultToParallelizeByFile: Nullable(Type.Boolean()),
    testTimeoutSeconds: Nullable(Type.Integer(formFields.testTimeoutSeconds)),
    timeoutMinutes: Nullable(Type.Integer(formFields.testRunTimeoutMinutes)),
    retryFailedTests: Nullable(Type.Boolean()),
    ignoreQuarantine: Type.Boolean(),
    playwrightProject: Nullable(Type.String(formFields.playwrightProject)),
    cron: Nullable(Type.String({ ...formFields.cron, description: 'minute, hour, day, month and weekday' })),
    timeZone: Nullable(Type.String({ ...formFields.timeZone, description: 'IANA; null: UTC' })),
    deployedProjectIds: Type.Array(ProjectId, {
      maxItems: limits.deployedProjects,
      description: 'whose deploys start it; 0: those of any project',
    }),
    settleSeconds: Type.Integer({
      ...formFields.settleSeconds,
      description: 'how long a deploy waits for a newer one, which takes its place',
    }),
    overlap: Type.Enum(overlapRules, { description: 'what happens while the run before has not ended' }),
    catchUpMinutes: Type.Integer({
      ...formFields.catchUpMinutes,
      description: 'how late the newest missed time still starts, after downtime',
    }),
  },
  { additionalProperties: false },
);
export type TriggerSettings = Static<typeof TriggerSettings>;

/** What a trigger is unless its form says otherwise. */
export const defaultTriggerSettings: TriggerSettings = {
  type: 'now',
  projectId: null,
  testSuiteId: null,
  testPlanId: null,
  environmentId: null,
  testOptionsType: 'all',
  includeTags: [],
  excludedTags: [],
  testFilters: [],
  latestDeploy: false,
  buildId: null,
  branch: null,
  commit: null,
  maxRunners: null,
  copies: limits.copies.default,
  priority: null,
  defaultToParallelizeByFile: null,
  testTimeoutSeconds: null,
  timeoutMinutes: null,
  retryFailedTests: null,
  ignoreQuarantine: false,
  playwrightProject: null,
  cron: null,
  timeZone: null,
  deployedProjectIds: [],
  settleSeconds: limits.settleSeconds.default,
  overlap: 'skip',
  catchUpMinutes: limits.catchUpMinutes.default,
};

/** A whole trigger; what is left out has its default. A trigger of the type `now` may go without a name. */
export const TriggerRequest = Type.Object(
  {
    name: Type.Optional(Type.String(formFields.triggerName)),
    ...Type.Partial(TriggerSettings).properties,
    type: TriggerSettings.properties.type,
  },
  { additionalProperties: false },
);
export type TriggerRequest = Static<typeof TriggerRequest>;

/** A trigger as calls receive it, also in the words of the specification's form. */
export const TriggerBody = Type.Object(
  {
    ...TriggerRequest.properties,
    type: Type.Optional(
      Type.Enum(triggerTypes, { description: 'or triggerType; by default what onDeploy, cron and testPlanId imply' }),
    ),
    triggerType: Type.Optional(Type.Enum(triggerTypes, { description: 'in place of type' })),
    onDeploy: Type.Optional(Type.Boolean({ description: 'whether deploys start it, where there is no type' })),
    schedule: Type.Optional(Nullable(TriggerSchedule)),
    build: Type.Optional(
      Nullable(Type.String({ ...formFields.buildName, description: "a build's name or id, in place of buildId" })),
    ),
  },
  { additionalProperties: false },
);
export type TriggerBody = Static<typeof TriggerBody>;

export const RunTriggerRequest = Type.Object(
  {
    environmentId: Type.Optional(Type.Unsafe<EnvironmentId>({ ...EnvironmentId, description: 'in place of its own' })),
  },
  { additionalProperties: false },
);
export type RunTriggerRequest = Static<typeof RunTriggerRequest>;

/** `settling` and `queued` wait; a `superseded` one was replaced while it did. */
export const triggerOutcomes = ['settling', 'queued', 'fired', 'refused', 'skipped', 'superseded', 'missed'] as const;
export type TriggerOutcome = (typeof triggerOutcomes)[number];

export const triggerCauses = ['schedule', 'deploy', 'person'] as const;
export type TriggerCause = (typeof triggerCauses)[number];

const RunInShort = Type.Object({
  id: TestRunId,
  number: Type.Integer(),
  status: TestRunStatus,
  nothingCouldPass: Type.Boolean({ description: 'it has PASS, but only skipped or quarantined tests ran' }),
  passCount: Type.Integer({ minimum: 0 }),
  flakyCount: Type.Integer({ minimum: 0, description: 'among the passed ones' }),
  failCount: Type.Integer({ minimum: 0 }),
});

const PlanRunInShort = Type.Object({
  id: TestPlanRunId,
  testPlanId: TestPlanId,
  status: PlanRunStatus,
  passed: Nullable(Type.Boolean({ description: 'null: it has not completed' })),
});

/** One occasion of a trigger, and what came of it. A trigger of a test plan starts plan runs, others test runs. */
export const TriggerSlotView = Type.Object({
  id: Type.String(),
  outcome: Type.Enum(triggerOutcomes),
  cause: Type.Enum(triggerCauses),
  dueAt: Time,
  at: Type.String({ format: 'date-time', description: 'when the outcome was known' }),
  lateMs: Type.Integer({ minimum: 0 }),
  deployId: Nullable(DeployId),
  testRun: Nullable(RunInShort),
  blockedBy: Nullable(RunInShort),
  testPlanRun: Nullable(PlanRunInShort),
  blockedByPlanRun: Nullable(PlanRunInShort),
  missedCount: Type.Integer({ minimum: 0, description: 'of a missed one: how many times it stands for' }),
  message: Nullable(Type.String({ description: 'why it was refused' })),
});
export type TriggerSlotView = Static<typeof TriggerSlotView>;

const Named = Type.Object({ id: Type.String(), name: Type.String() });

export const TriggerView = Type.Object({
  id: TriggerId,
  name: Type.String(),
  enabled: Type.Boolean(),
  archived: Type.Boolean(),
  ...TriggerSettings.properties,
  triggerType: Type.Enum(triggerTypes, { description: 'the same as type' }),
  onDeploy: Type.Boolean(),
  schedule: Nullable(TriggerSchedule),
  build: Nullable(Type.String({ description: "the build's name" })),
  pipelineStageId: Nullable(PipelineStageId),
  project: Nullable(Named),
  testSuite: Nullable(Named),
  testPlan: Nullable(Named),
  environment: Nullable(Named),
  pipelineStage: Nullable(Named),
  createdAt: Time,
  changedAt: Type.String({ format: 'date-time', description: 'since when it is due as it is: nothing earlier starts' }),
  lastRunAt: Nullable(Time),
  nextRunAt: Nullable(Time),
  refusals: Type.Integer({ minimum: 0, description: 'in a row, since it was last changed' }),
  slots: Type.Array(TriggerSlotView, { description: 'its last occasions, newest first' }),
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TriggerView = Static<typeof TriggerView>;

/** What Run Now started. */
export const RunTriggerAnswer = Type.Object({
  id: TriggerId,
  testRunId: Nullable(Type.Unsafe<TestRunId>({ ...TestRunId, description: 'null: it starts a test plan' })),
  testPlanRunId: Nullable(Type.Unsafe<TestPlanRunId>({ ...TestPlanRunId, description: 'null: it starts a test run' })),
  revision: Type.String(),
  position: Position,
});
export type RunTriggerAnswer = Static<typeof RunTriggerAnswer>;

/** @returns whether a trigger of the type starts a test plan */
export function startsTestPlan(type: TriggerType): boolean {
  return type === 'testPlanInterval' || type === 'testPlanDeploy';
}

/** @returns whether a trigger of the type is due at times */
export function isScheduled(type: TriggerType): boolean {
  return type === 'interval' || type === 'testPlanInterval';
}

/** @returns whether deploys start a trigger of the type */
export function isOnDeploy(type: TriggerType): boolean {
  return type === 'deploy' || type === 'testPlanDeploy';
}
