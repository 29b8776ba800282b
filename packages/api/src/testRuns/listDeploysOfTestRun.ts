import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listDeploysOfTestRun = route(testRunCalls.listDeploysOfTestRun, async ({ caller, params }) => {
  const deploys = await caller.models.deploysOfRun(params.id);
  if (!deploys) throw new DomainError('testRun.notFound');
  return deploys;
});
