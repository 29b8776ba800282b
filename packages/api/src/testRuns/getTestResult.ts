import { TestResultView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { completeTestResult } from './completeTestResult.ts';
import { TestResultParams } from './testRunParams.ts';

export const getTestResult = route({
  method: 'GET',
  url: '/test-runs/:id/results/:testId',
  summary: 'One test of a run with every attempt, its texts and pictures',
  permission: 'testRun.read',
  params: TestResultParams,
  answer: TestResultView,
  readsHistory: true,
  handle: async ({ api: { operations }, caller, params }) => {
    const found = await caller.models.testResult(params.id, params.testId);
    if (!found) throw new DomainError('projectTest.notFound');
    return completeTestResult(operations, found);
  },
});
