import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { withReasons } from './withReasons.ts';

export const getTestRun = route(testRunCalls.getTestRun, async ({ caller, params }) => {
  const [found, runners] = await Promise.all([caller.models.testRun(params.id), caller.models.testRunners(params.id)]);
  const [testRun] = found ? await withReasons(caller.models, [found]) : [];
  if (!testRun) throw new DomainError('testRun.notFound');
  return { ...testRun, testRunners: runners ?? [] };
});
