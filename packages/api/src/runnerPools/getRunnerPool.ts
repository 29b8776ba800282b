import { RunnerPoolView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { RunnerPoolParams } from './runnerPoolParams.ts';

export const getRunnerPool = route({
  method: 'GET',
  url: '/runner-pools/:id',
  summary: 'One runner pool; the ETag is its revision',
  permission: 'runnerPool.read',
  params: RunnerPoolParams,
  answer: RunnerPoolView,
  handle: async ({ caller, params: { id } }) => {
    const pool = await caller.models.runnerPool(id);
    if (!pool) throw new DomainError('runnerPool.notFound');
    return pool;
  },
});
