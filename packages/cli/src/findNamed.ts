import { nameKey, type ProjectView, projectCalls, type TestSuiteView, testSuiteCalls } from '@assay/contract';
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
  const suite = suites.find(({ id, name }) => id === nameOrId || nameKey(name) === nameKey(nameOrId));
  if (suite) return suite;
  const others = suites.length > 0 ? ` There are: ${suites.map(({ name }) => name).join(', ')}.` : '';
  throw new CommandFailure(exitCodes.refused, `There is no test suite '${nameOrId}' in ${projectKey}.${others}`);
}
