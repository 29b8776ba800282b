import { buildCalls, limits } from '@assay/contract';
import { route } from '../http/route.ts';

export const listBuilds = route(
  buildCalls.listBuilds,
  async ({ api, caller, params: { id }, query: { offset = 0, limit = limits.pageOfBuilds } }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    return caller.models.buildPage(id, { offset, limit });
  },
);
