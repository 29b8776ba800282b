import { TestResultView, type TestRunId, testKeyIn } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { completeTestResult } from './completeTestResult.ts';

const Params = Type.Object({
  id: Type.String({
    maxLength: 170,
    pattern: '^[^.]+\\.[^.]+(\\.[0-9]{1,3})?$',
    description: 'as rows of results carry it',
  }),
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
    const testRunId = params.id.slice(0, params.id.indexOf('.')) as TestRunId;
    const found = await caller.models.testResult(testRunId, testKeyIn(testRunId, params.id));
    if (!found) throw new DomainError('projectTest.notFound');
    return completeTestResult(operations, found);
  },
});
