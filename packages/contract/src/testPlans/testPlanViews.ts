import { type Static, Type } from 'typebox';
import { createProperties, viewProperties } from '../declaredFields/fieldSchemas.ts';
import { formFields } from '../formFields.ts';
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
} from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { testPlanFields } from './testPlanFields.ts';
import { PlanRunStatus, PlanSuiteStatus } from './testPlanRunStatus.ts';

/** Parallel starts a stage's suites together, Sequential one after the other. */
export const executionTypes = ['Parallel', 'Sequential'] as const;
export type ExecutionType = (typeof executionTypes)[number];

export const TestPlanRequest = Type.Object(createProperties(testPlanFields), { additionalProperties: false });
export type TestPlanRequest = Static<typeof TestPlanRequest>;

/** Only fields sent are changed. */
export const ChangeTestPlanRequest = Type.Partial(TestPlanRequest, { additionalProperties: false });
export type ChangeTestPlanRequest = Static<typeof ChangeTestPlanRequest>;

export const TestPlanStageSettings = Type.Object(
  {
    name: Type.String(formFields.name),
    description: Nullable(Type.String(formFields.description)),
    executionType: Type.Enum(executionTypes),
    stopAtFailure: Type.Boolean({
      description: 'of a Sequential one: the suites after one that did not pass are skipped; else they run as well',
    }),
    alwaysRun: Type.Boolean({ description: 'also after an earlier stage failed; never after the run was stopped' }),
  },
  { additionalProperties: false },
);
export type TestPlanStageSettings = Static<typeof TestPlanStageSettings>;

/** What a stage is unless its form says otherwise. */
export const defaultStageSettings: Omit<TestPlanStageSettings, 'name'> = {
  description: null,
  executionType: 'Parallel',
  stopAtFailure: false,
  alwaysRun: false,
};

const stageOrder = Type.Integer({
  minimum: 1,
  maximum: limits.testPlanStages,
  description: 'its place among the stages, from 1; beyond the last: the last',
});

export const AddStageRequest = Type.Object(
  {
    ...Type.Partial(TestPlanStageSettings).properties,
    name: TestPlanStageSettings.properties.name,
    order: Type.Optional(stageOrder),
  },
  { additionalProperties: false },
);
export type AddStageRequest = Static<typeof AddStageRequest>;

/** Only fields sent are changed; `order` moves it. */
export const ChangeStageRequest = Type.Partial(AddStageRequest, { additionalProperties: false });
export type ChangeStageRequest = Static<typeof ChangeStageRequest>;

/** Which suite is run, where, and on which version. */
export const TestPlanSuiteSettings = Type.Object(
  {
    projectId: Type.Unsafe<ProjectId>({ ...ProjectId, 'x-texts': { blank: messages.blank } }),
    testSuiteId: Type.Unsafe<TestSuiteId>({ ...TestSuiteId, 'x-texts': { blank: messages.blank } }),
    environmentId: Nullable(EnvironmentId),
    useDynamicEnvironment: Type.Boolean(),
    dynamicEnvironment: Nullable(
      Type.String({
        ...formFields.dynamicEnvironment,
        description: 'the key of an environment; {branch} and {build} stand for what is run, such as review-{branch}',
      }),
    ),
    latestDeploy: Type.Boolean({ description: 'what is deployed when the plan is started' }),
    buildId: Nullable(BuildId),
    branch: Nullable(Type.String(formFields.branch)),
    commit: Nullable(Type.String({ ...formFields.ref, description: "a commit or tag; null: the branch's newest" })),
  },
  { additionalProperties: false },
);
export type TestPlanSuiteSettings = Static<typeof TestPlanSuiteSettings>;

/** What a suite entry is unless its form says otherwise. */
export const defaultSuiteSettings: Omit<TestPlanSuiteSettings, 'projectId' | 'testSuiteId'> = {
  environmentId: null,
  useDynamicEnvironment: false,
  dynamicEnvironment: null,
  latestDeploy: false,
  buildId: null,
  branch: null,
  commit: null,
};

const suiteOrder = Type.Integer({
  minimum: 1,
  maximum: limits.testPlanSuites,
  description: 'its place in its stage, from 1; beyond the last: the last',
});

export const AddSuiteRequest = Type.Object(
  {
    ...Type.Partial(TestPlanSuiteSettings).properties,
    projectId: TestPlanSuiteSettings.properties.projectId,
    testSuiteId: TestPlanSuiteSettings.properties.testSuiteId,
    order: Type.Optional(suiteOrder),
  },
  { additionalProperties: false },
);
export type AddSuiteRequest = Static<typeof AddSuiteRequest>;

/** Only fields sent are changed; `testPlanStageId` and `order` move it, also to another stage of the plan. */
export const ChangeSuiteRequest = Type.Object(
  { ...Type.Partial(AddSuiteRequest).properties, testPlanStageId: Type.Optional(TestPlanStageId) },
  { additionalProperties: false },
);
export type ChangeSuiteRequest = Static<typeof ChangeSuiteRequest>;

const Named = Type.Object({ id: Type.String(), name: Type.String() });

/** Milliseconds. */
const usualDuration = Nullable(
  Type.Integer({ minimum: 0, description: 'median of the last runs, ms; null: it was not run yet' }),
);

/** A suite of a stage. */
export const TestPlanSuiteView = Type.Object({
  id: TestPlanSuiteId,
  testPlanStageId: TestPlanStageId,
  order: Type.Integer({ minimum: 1 }),
  archived: Type.Boolean({ description: 'always false: removed ones are not shown' }),
  ...TestPlanSuiteSettings.properties,
  project: Type.Object({ id: ProjectId, key: Type.String(), name: Type.String() }),
  testSuite: Named,
  environment: Nullable(Named),
  buildName: Nullable(Type.String({ description: 'of buildId' })),
  deploy: Nullable(
    Type.Object(
      {
        id: DeployId,
        branch: Nullable(Type.String()),
        commit: Nullable(Type.String()),
        buildName: Nullable(Type.String()),
        createdAt: Time,
      },
      { description: 'of latestDeploy: what is deployed now; null: nothing yet, or another source' },
    ),
  ),
  problem: Nullable(Type.String({ description: 'why it could not start now; null: nothing is known against it' })),
  lastResult: Nullable(
    Type.Object({
      testPlanRunId: TestPlanRunId,
      testRunId: Nullable(Type.Unsafe<TestRunId>({ ...TestRunId, description: 'null: it could not start' })),
      status: PlanSuiteStatus,
      at: Time,
    }),
  ),
  usualDuration,
});
export type TestPlanSuiteView = Static<typeof TestPlanSuiteView>;

export const TestPlanStageView = Type.Object({
  id: TestPlanStageId,
  testPlanId: TestPlanId,
  order: Type.Integer({ minimum: 1 }),
  archived: Type.Boolean({ description: 'always false: removed ones are not shown' }),
  ...TestPlanStageSettings.properties,
  suites: Type.Array(TestPlanSuiteView, { description: 'in order' }),
  usualDuration,
});
export type TestPlanStageView = Static<typeof TestPlanStageView>;

/** A plan, as shown in the list. */
export const TestPlanView = Type.Object({
  id: TestPlanId,
  ...viewProperties(testPlanFields),
  archived: Type.Boolean(),
  createdAt: Time,
  lastExecutedAt: Nullable(Type.String({ ...Time, description: 'when it was last started; null: never' })),
  hasTestSuites: Type.Boolean(),
  stageCount: Type.Integer({ minimum: 0 }),
  suiteCount: Type.Integer({ minimum: 0 }),
  lastRun: Nullable(
    Type.Object({
      id: TestPlanRunId,
      status: PlanRunStatus,
      passed: Nullable(Type.Boolean({ description: 'null: it has not completed' })),
    }),
  ),
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TestPlanView = Static<typeof TestPlanView>;

export const TestPlanDetailView = Type.Object({
  ...TestPlanView.properties,
  stages: Type.Array(TestPlanStageView, { description: 'in order' }),
});
export type TestPlanDetailView = Static<typeof TestPlanDetailView>;
