import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listHistory = route(testRunCalls.listHistory, async ({ caller, params }) => {
  const history = await caller.models.history(params.id);
  if (!history) throw new DomainError('testRun.notFound');
  return history;
});
