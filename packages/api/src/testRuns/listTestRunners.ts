import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listTestRunners = route(testRunCalls.listTestRunners, async ({ caller, params }) => {
  const runners = await caller.models.testRunners(params.id);
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});
