import {
  CreateProjectRequest,
  CreateTestSuiteRequest,
  type EnvironmentView,
  environmentCalls,
  type PipelineStageView,
  type ProjectView,
  pipelineStageCalls,
  projectCalls,
  type RunnerPoolView,
  runnerPoolCalls,
  type TestSuiteView,
  testSuiteCalls,
  type VariableViews,
} from '@assay/contract';
import type { ServiceClient } from '../serviceClient.ts';
import {
  type Config,
  type ConfigEnvironment,
  type ConfigProject,
  type ConfigRunnerPool,
  type ConfigStage,
  type ConfigSuite,
  type ConfigVariable,
  configVersion,
} from './configFile.ts';

/** What is in the account now, as the service shows it. */
export type Account = {
  runnerPools: readonly RunnerPoolView[];
  pipelineStages: readonly PipelineStageView[];
  environments: readonly EnvironmentView[];
  projects: readonly ProjectView[];
  testSuites: readonly TestSuiteView[];
};

/** @param minPosition of a command whose change must be in it */
export async function readAccount({ call }: ServiceClient, minPosition?: string): Promise<Account> {
  const options = { minPosition };
  const [runnerPools, pipelineStages, environments, projects, testSuites] = await Promise.all([
    call(runnerPoolCalls.listRunnerPools, {}, options),
    call(pipelineStageCalls.listPipelineStages, {}, options),
    call(environmentCalls.listEnvironments, {}, options),
    call(projectCalls.listProjects, {}, options),
    call(testSuiteCalls.listTestSuites, {}, options),
  ]);
  return { runnerPools, pipelineStages, environments, projects, testSuites };
}

/** @returns the account as a file says it: every setting, by name and key, without the values of secrets */
export function configOf(account: Account): Required<Config> {
  const byName = <Thing extends { name: string }>(things: readonly Thing[]) =>
    [...things].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    assay: configVersion,
    runnerPools: byName(account.runnerPools).map(runnerPoolOf),
    pipelineStages: byName(account.pipelineStages).map((stage) => stageOf(stage, account)),
    environments: byName(account.environments).map((environment) => environmentOf(environment, account)),
    projects: byName(account.projects).map((project) => ({
      ...projectOf(project),
      testSuites: byName(account.testSuites.filter(({ projectId }) => projectId === project.id)).map(suiteOf),
    })),
  };
}

function runnerPoolOf({ name, runnerType, maxRunners }: RunnerPoolView): ConfigRunnerPool {
  return { name, runnerType, maxRunners };
}

function stageOf(stage: PipelineStageView, { runnerPools }: Account): ConfigStage {
  const { name, priority, testRunPriority, linuxRunnerPoolId, windowsRunnerPoolId, variables } = stage;
  const pool = (id: string | null) => runnerPools.find((each) => each.id === id)?.name ?? null;
  return {
    name,
    priority,
    testRunPriority,
    linuxRunnerPool: pool(linuxRunnerPoolId),
    windowsRunnerPool: pool(windowsRunnerPoolId),
    variables: variables.map(variableOf),
  };
}

function environmentOf(environment: EnvironmentView, { pipelineStages }: Account): ConfigEnvironment {
  const { key, name, url, maximumParallelTestRuns, pipelineStageId, variables } = environment;
  const pipelineStage = pipelineStages.find(({ id }) => id === pipelineStageId)?.name ?? null;
  return { key, name, url, maximumParallelTestRuns, pipelineStage, variables: variables.map(variableOf) };
}

/** The name of its secret is that of the variable, as far as a variable of a shell may be called so. */
function variableOf({ key, value, encrypted, file }: VariableViews[number]): ConfigVariable {
  const said = encrypted || value === null ? { secret: key.replace(/\W/g, '_').replace(/^(?=\d)/, '_') } : { value };
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
