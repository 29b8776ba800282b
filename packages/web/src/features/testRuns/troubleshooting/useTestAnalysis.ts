import { type TestResultView, testKeyOf } from '@assay/contract';
import { useGetTestAnalysisQuery } from '../../../connection/serviceHooks.ts';

/** @returns the query for the analysis of a test in its run */
export function useTestAnalysis({ testRunId: id, testId, copy }: TestResultView) {
  return useGetTestAnalysisQuery({ params: { id, testId: testKeyOf(testId, copy) } });
}
