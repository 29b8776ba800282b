import {
  formFields,
  Nullable,
  type TestPlanDetailView,
  TestPlanRequest,
  TestPlanStageSettings,
  TestPlanSuiteSettings,
  testPlanFields,
} from '@assay/contract';
import { type Static, Type } from 'typebox';
import type { Account } from './account.ts';
import { configFieldsOf } from './declaredConfig.ts';
import { keyOf, nameOf } from './references.ts';

const closed = { additionalProperties: false };

/** A build is of one moment, so a file says nothing of it: an entry that has one keeps it. */
const { useDynamicEnvironment, dynamicEnvironment, latestDeploy, branch, commit } = TestPlanSuiteSettings.properties;

/** A suite of a stage, by the names of what it is. */
const PlanSuite = Type.Object(
  {
    project: Type.String(formFields.key),
    testSuite: Type.String(formFields.name),
    environment: Type.Optional(Nullable(Type.String(formFields.key))),
    ...Type.Partial(Type.Object({ useDynamicEnvironment, dynamicEnvironment, latestDeploy, branch, commit }))
      .properties,
  },
  closed,
);
export type ConfigPlanSuite = Static<typeof PlanSuite>;

const PlanStage = Type.Object(
  {
    ...Type.Partial(TestPlanStageSettings).properties,
    name: TestPlanStageSettings.properties.name,
    suites: Type.Optional(Type.Array(PlanSuite)),
  },
  closed,
);
export type ConfigPlanStage = Static<typeof PlanStage>;

/** `stages` and `suites` are whole lists, in order, where they are there. */
export const ConfigTestPlanSchema = Type.Object(
  { ...TestPlanRequest.properties, stages: Type.Optional(Type.Array(PlanStage)) },
  closed,
);
export type ConfigTestPlan = Static<typeof ConfigTestPlanSchema>;

export function testPlanOf(plan: TestPlanDetailView, account: Account): ConfigTestPlan {
  const stages = plan.stages.map((stage) => planStageOf(stage, account));
  return { ...configFieldsOf(testPlanFields, plan, account), stages };
}

function planStageOf(stage: TestPlanDetailView['stages'][number], account: Account): ConfigPlanStage {
  const { name, description, executionType, stopAtFailure, alwaysRun } = stage;
  const suites = stage.suites.map((suite): ConfigPlanSuite => {
    const { project, testSuite, useDynamicEnvironment, dynamicEnvironment, latestDeploy, branch, commit } = suite;
    return {
      project: project.key,
      testSuite: nameOf(account.testSuites, suite.testSuiteId) ?? testSuite.name,
      environment: keyOf(account.environments, suite.environmentId),
      useDynamicEnvironment,
      dynamicEnvironment,
      latestDeploy,
      branch,
      commit,
    };
  });
  return { name, description, executionType, stopAtFailure, alwaysRun, suites };
}
