import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getProjectStats = route(projectCalls.getProjectStats, async ({ caller, params }) => {
  const stats = await caller.models.projectStats(params.id, new Date());
  if (!stats) throw new DomainError('project.notFound');
  return stats;
});
