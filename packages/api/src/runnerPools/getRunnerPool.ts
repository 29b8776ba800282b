import { runnerPoolCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getRunnerPool = route(runnerPoolCalls.getRunnerPool, async ({ caller, params: { id } }) => {
  const pool = await caller.models.runnerPool(id);
  if (!pool) throw new DomainError('runnerPool.notFound');
  return pool;
});
