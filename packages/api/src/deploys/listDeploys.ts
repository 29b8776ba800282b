import { deployCalls, limits } from '@assay/contract';
import { route } from '../http/route.ts';

export const listDeploys = route(deployCalls.listDeploys, async ({ api, caller, params: { id: projectId }, query }) => {
  await api.owners.requireOwn(`project-${projectId}`, caller.accountId, 'project.notFound');
  const { offset = 0, limit = limits.pageOfDeploys, environmentId } = query;
  return caller.models.deployPage({ projectId, environmentId, offset, limit });
});
