import {
  nameKey,
  type PipelineStageView,
  type ProjectView,
  pipelineStageCalls,
  projectCalls,
  type TestSuiteView,
  testSuiteCalls,
} from '@assay/contract';
import { CommandFailure, exitCodes } from './exitCodes.ts';
import type { ServiceClient } from './serviceClient.ts';

/** @returns the project with that key or id. @throws CommandFailure when there is none in use. */
export async function findProject({ call }: ServiceClient, keyOrId: string): Promise<ProjectView> {
  const projects = await call(projectCalls.listProjects, {});
  const project = projects.find(({ id, key }) => nameKey(key) === nameKey(keyOrId) || id === keyOrId);
  if (!project) throw new CommandFailure(exitCodes.refused, `There is no project '${keyOrId}'.`);
  return project;
}

/** @returns the project's suite with that name or id. @throws CommandFailure that names the existing ones. */
export async function findTestSuite(
  client: ServiceClient,
  { projectKey, nameOrId }: { projectKey: string; nameOrId: string },
): Promise<TestSuiteView> {
  const project = await findProject(client, projectKey);
  const suites = await client.call(testSuiteCalls.listTestSuites, { query: { projectId: project.id } });
  return oneNamed(suites, nameOrId, `test suite '${nameOrId}' in ${projectKey}`);
}

/** @returns the stage with that name or id. @throws CommandFailure that names the existing ones. */
export async function findPipelineStage({ call }: ServiceClient, nameOrId: string): Promise<PipelineStageView> {
  return oneNamed(await call(pipelineStageCalls.listPipelineStages, {}), nameOrId, `pipeline stage '${nameOrId}'`);
}

function oneNamed<Thing extends { id: string; name: string }>(all: readonly Thing[], nameOrId: string, what: string) {
  const found = all.find(({ id, name }) => id === nameOrId || nameKey(name) === nameKey(nameOrId));
  if (found) return found;
  const others = all.length > 0 ? ` There are: ${all.map(({ name }) => name).join(', ')}.` : '';
  throw new CommandFailure(exitCodes.refused, `There is no ${what}.${others}`);
}
