import { testSuiteCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getTestSuite = route(testSuiteCalls.getTestSuite, async ({ caller, params: { id, testSuiteId } }) => {
  const suite = await caller.models.testSuite(id, testSuiteId);
  if (!suite) throw new DomainError('testSuite.notFound');
  return suite;
});
