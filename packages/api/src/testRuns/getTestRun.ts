import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { withReasons } from '../waiting/withReasons.ts';

export const getTestRun = route(testRunCalls.getTestRun, async ({ api, caller, params }) => {
  const [found, runners, expired] = await Promise.all([
    caller.models.testRun(params.id),
    caller.models.testRunners(params.id),
    caller.models.expiredDetails(params.id),
  ]);
  const [testRun] = found ? await withReasons({ ...caller, workQueue: api.operations.workQueue }, [found]) : [];
  if (!testRun) throw new DomainError('testRun.notFound');
  return { ...testRun, testRunners: runners ?? [], expired };
});
