import { type TestId, TestResultView, type TestRunId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { completeTestResult } from './completeTestResult.ts';

const Params = Type.Object({
  id: Type.String({ maxLength: 170, pattern: '^[^.]+\\.[^.]+$', description: '<testRunId>.<testId>' }),
});

export const getTestRunTest = route({
  method: 'GET',
  url: '/test-run-test/:id',
  summary: 'One test of a run, by the id that rows of results carry',
  permission: 'testRun.read',
  params: Params,
  answer: TestResultView,
  readsHistory: true,
  handle: async ({ api: { operations }, caller, params }) => {
    const [testRunId, testId] = params.id.split('.');
    const found = await caller.models.testResult(testRunId as TestRunId, testId as TestId);
    if (!found) throw new DomainError('projectTest.notFound');
    return completeTestResult(operations, found);
  },
});
