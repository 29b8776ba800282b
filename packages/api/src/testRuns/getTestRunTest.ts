import { type TestRunId, testKeyIn, testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { completeTestResult } from './completeTestResult.ts';

export const getTestRunTest = route(testRunCalls.getTestRunTest, async ({ api: { operations }, caller, params }) => {
  const testRunId = params.id.slice(0, params.id.indexOf('.')) as TestRunId;
  const found = await caller.models.testResult(testRunId, testKeyIn(testRunId, params.id));
  if (!found) throw new DomainError('projectTest.notFound');
  return completeTestResult(operations, found);
});
