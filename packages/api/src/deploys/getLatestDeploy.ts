import { DeployView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { environmentByIdOrKey, projectByIdOrKey } from '../testRuns/findByKey.ts';

const idOrKey = (description: string) => Type.String({ minLength: 1, maxLength: 80, description });

export const getLatestDeploy = route({
  method: 'GET',
  url: '/deploys/latest',
  summary: 'What was last deployed of a project in an environment; 404 when nothing was',
  permission: 'deploy.read',
  query: Type.Object({
    projectId: idOrKey("the project's id or key"),
    environmentId: idOrKey("the environment's id or key"),
  }),
  answer: DeployView,
  handle: async ({ api, caller, query }) => {
    const project = await projectByIdOrKey(api, caller.accountId, query.projectId);
    if (!project) throw new DomainError('project.notFound');
    const environment = await environmentByIdOrKey(api, caller.accountId, query.environmentId);
    if (!environment) throw new DomainError('environment.notFound');
    const deploy = await caller.models.latestDeploy(project.projectId, environment.environmentId);
    if (!deploy) throw new DomainError('deploy.notFound');
    return deploy;
  },
});
