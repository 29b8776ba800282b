import { testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { completeTestResult } from './completeTestResult.ts';

export const getTestResult = route(testRunCalls.getTestResult, async ({ api: { operations }, caller, params }) => {
  const found = await caller.models.testResult(params.id, params.testId);
  if (!found) throw new DomainError('projectTest.notFound');
  return completeTestResult(operations, found);
});
