import { TestSuiteView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { TestSuiteParams } from './testSuiteParams.ts';

export const getTestSuite = route({
  method: 'GET',
  url: '/projects/:id/test-suites/:testSuiteId',
  summary: 'One test suite, also one that is out of use; the ETag is its revision',
  permission: 'testSuite.read',
  params: TestSuiteParams,
  answer: TestSuiteView,
  handle: async ({ caller, params: { id, testSuiteId } }) => {
    const suite = await caller.models.testSuite(id, testSuiteId);
    if (!suite) throw new DomainError('testSuite.notFound');
    return suite;
  },
});
