import { DeployPage, EnvironmentId, limits } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from '../projects/projectParams.ts';

const Query = Type.Object({
  environmentId: Type.Optional(EnvironmentId),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.largestPage })),
});

export const listDeploys = route({
  method: 'GET',
  url: '/projects/:id/deploys',
  summary: "A page of a project's deploys, newest first; of one environment, where it is named",
  permission: 'deploy.read',
  params: ProjectParams,
  query: Query,
  answer: DeployPage,
  topics: [
    {
      name: 'deploys',
      isOwn: async (id, { api, accountId }) => (await api.owners.ownerOf(`project-${id}`)) === accountId,
    },
  ],
  handle: async ({ api, caller, params: { id: projectId }, query }) => {
    await api.owners.requireOwn(`project-${projectId}`, caller.accountId, 'project.notFound');
    const { offset = 0, limit = limits.pageOfDeploys, environmentId } = query;
    return caller.models.deployPage({ projectId, environmentId, offset, limit });
  },
});
