import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { EnvironmentIdOrKey, ProjectIdOrKey } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { CreateDeployRequest, DeployPage, DeployView, LastDeployView } from './deployViews.ts';

const listDeploysQuery = Type.Object({
  environmentId: Type.Optional(EnvironmentIdOrKey),
  ...pagingFields(),
});
const projectParams = Type.Object({ id: ProjectIdOrKey });

export const deployCalls = {
  getLatestDeploy: call({
    method: 'GET',
    path: '/deploys/latest',
    summary: "A project's latest deploy to an environment; 404 before the first",
    permission: 'deploy.read',
    query: Type.Object({
      projectId: Type.Unsafe<string>(ProjectIdOrKey),
      environmentId: Type.Unsafe<string>(EnvironmentIdOrKey),
    }),
    answer: DeployView,
    example: { query: { projectId: exampleIds.project, environmentId: exampleIds.environment } },
  }),
  listLastDeploys: call({
    method: 'GET',
    path: '/deploys/last-of-environments',
    summary: 'The last deploy to each environment in use, with the newest run of its version there',
    permission: 'testRun.read',
    answer: Type.Array(LastDeployView),
    topic: topics.testRuns,
    example: {},
  }),
  listDeploys: call({
    method: 'GET',
    path: '/projects/:id/deploys',
    summary: "A page of a project's deploys, newest first; optionally of one environment",
    permission: 'deploy.read',
    params: projectParams,
    query: listDeploysQuery,
    answer: DeployPage,
    topic: topics.deploys,
    example: { params: { id: exampleIds.project } },
  }),
  createDeploy: call({
    method: 'POST',
    path: '/projects/:id/deploys',
    summary: 'Record that a version of the project was deployed: a branch, a commit or a build, and where',
    permission: 'deploy.write',
    params: projectParams,
    body: CreateDeployRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.deploys],
    example: { params: { id: exampleIds.project }, body: { environment: 'test', branch: 'main' } },
  }),
};
