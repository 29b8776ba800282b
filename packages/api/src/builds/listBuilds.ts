import { BuildPage, limits } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from '../projects/projectParams.ts';

const Query = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.largestPage })),
});

export const listBuilds = route({
  method: 'GET',
  url: '/projects/:id/builds',
  summary: "A page of a project's builds, newest first",
  permission: 'build.read',
  params: ProjectParams,
  query: Query,
  answer: BuildPage,
  topics: [
    {
      name: 'builds',
      isOwn: async (id, { api, accountId }) => (await api.owners.ownerOf(`project-${id}`)) === accountId,
    },
  ],
  handle: async ({ api, caller, params: { id }, query: { offset = 0, limit = limits.pageOfBuilds } }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    return caller.models.buildPage(id, { offset, limit });
  },
});
