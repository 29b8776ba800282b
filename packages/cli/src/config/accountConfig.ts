import {
  CreateProjectRequest,
  CreateTestSuiteRequest,
  type EnvironmentView,
  environmentFields,
  type PipelineStageView,
  type ProjectView,
  pipelineStageFields,
  runnerPoolFields,
  type TestSuiteView,
  type VariableViews,
} from '@assay/contract';
import type { Account } from './account.ts';
import { alertOf } from './alertConfig.ts';
import {
  type Config,
  type ConfigEnvironment,
  type ConfigProject,
  type ConfigStage,
  type ConfigSuite,
  type ConfigVariable,
  configVersion,
} from './configFile.ts';
import { configFieldsOf } from './declaredConfig.ts';
import { secretNameOf } from './secrets.ts';
import { testPlanOf } from './testPlanConfig.ts';
import { triggerOf } from './triggerConfig.ts';

/** @returns the account as a file says it: every setting, by name and key, without the values of secrets */
export function configOf(account: Account): Required<Config> {
  const byName = <Thing extends { name: string }>(things: readonly Thing[]) =>
    [...things].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    assay: configVersion,
    runnerPools: byName(account.runnerPools).map((pool) => configFieldsOf(runnerPoolFields, pool, account)),
    pipelineStages: byName(account.pipelineStages).map((stage) => stageOf(stage, account)),
    environments: byName(account.environments).map((environment) => environmentOf(environment, account)),
    projects: byName(account.projects).map((project) => ({
      ...projectOf(project),
      testSuites: byName(account.testSuites.filter(({ projectId }) => projectId === project.id)).map(suiteOf),
    })),
    testPlans: byName(account.testPlans).map((plan) => testPlanOf(plan, account)),
    triggers: byName(account.triggers).map((trigger) => triggerOf(trigger, account)),
    alerts: account.alerts.map((alert) => alertOf(alert, account)),
  };
}

function stageOf(stage: PipelineStageView, account: Account): ConfigStage {
  return { ...configFieldsOf(pipelineStageFields, stage, account), variables: stage.variables.map(variableOf) };
}

function environmentOf(environment: EnvironmentView, account: Account): ConfigEnvironment {
  return {
    ...configFieldsOf(environmentFields, environment, account),
    variables: environment.variables.map(variableOf),
  };
}

/** The name of its secret is that of the variable. */
function variableOf({ key, value, encrypted, file }: VariableViews[number]): ConfigVariable {
  const said = encrypted || value === null ? { secret: secretNameOf(key) } : { value };
  return { key, ...said, ...(file ? { file } : {}) };
}

/** The fields that a new one may have, in their order. */
function projectOf(project: ProjectView): ConfigProject {
  return picked(project, Object.keys(CreateProjectRequest.properties)) as ConfigProject;
}

function suiteOf({ timeouts, ...suite }: TestSuiteView): ConfigSuite {
  return picked({ ...suite, ...timeouts }, Object.keys(CreateTestSuiteRequest.properties)) as ConfigSuite;
}

function picked(thing: object, names: readonly string[]): object {
  const values: Record<string, unknown> = { ...thing };
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}
