import type { CreateTestRunRequest, EnvironmentId, ProjectId, TestRunId, VariableRequest } from '@assay/contract';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';

export type PreparedRun = { projectId: ProjectId; environmentId: EnvironmentId; testRunId: TestRunId };

/** A project 'shop', an environment 'test' and a queued run of them. */
export async function prepareRun(
  api: ApiUnderTest,
  options: { as?: Person; gitUrl?: string; variables?: VariableRequest[]; run?: Partial<CreateTestRunRequest> } = {},
): Promise<PreparedRun> {
  const { as, gitUrl = '/repositories/shop' } = options;
  const body = { name: 'Shop', key: 'shop', gitUrl, testingFramework: 'Playwright' };
  const project = await api.done('POST', '/projects', { as, body });
  const variables = options.variables ?? [];
  const environment = await api.done('POST', '/environments', { as, body: { name: 'Test', key: 'test', variables } });
  const run = { project: 'shop', environment: 'test', ...options.run };
  const testRun = await api.done('POST', '/test-runs', { as, body: run });
  return {
    projectId: project.id as ProjectId,
    environmentId: environment.id as EnvironmentId,
    testRunId: testRun.id as TestRunId,
  };
}
