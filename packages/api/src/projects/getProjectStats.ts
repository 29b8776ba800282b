import { ProjectStats } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';

export const getProjectStats = route({
  method: 'GET',
  url: '/projects/:id/stats',
  summary:
    'How many tests were run in the last 30 days and in the 30 before (of very many tests up to a minute ago), and what was deployed',
  permission: 'project.read',
  params: ProjectParams,
  answer: ProjectStats,
  readsHistory: true,
  handle: async ({ caller, params }) => {
    const stats = await caller.models.projectStats(params.id, new Date());
    if (!stats) throw new DomainError('project.notFound');
    return stats;
  },
});
