import { TestRunDetailView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { TestRunParams } from './testRunParams.ts';
import { topicOfRun } from './testRunTopics.ts';
import { withReasons } from './withReasons.ts';

export const getTestRun = route({
  method: 'GET',
  url: '/test-runs/:id',
  summary: 'One test run; the ETag is its revision',
  permission: 'testRun.read',
  params: TestRunParams,
  answer: TestRunDetailView,
  topics: [topicOfRun('testRun')],
  handle: async ({ caller, params }) => {
    const [found, runners] = await Promise.all([
      caller.models.testRun(params.id),
      caller.models.testRunners(params.id),
    ]);
    const [testRun] = found ? await withReasons(caller.models, [found]) : [];
    if (!testRun) throw new DomainError('testRun.notFound');
    return { ...testRun, testRunners: runners ?? [] };
  },
});
