import { limits, type ReportedRequest, type RootCause, type TestRunId, type TestRunView } from '@assay/contract';
import { useMemo } from 'react';
import { useGetRunAnalysisQuery } from '../../../connection/serviceHooks.ts';

type Filtered = Pick<RootCause, 'id' | 'problemIds' | 'testRunTestIds'>;

/** @returns the filter of results that shows all tests of a cause: its fingerprints, or its id where they say too little */
export function causeFilter({ id, problemIds, testRunTestIds }: Filtered): string {
  return testRunTestIds === null ? problemIds.join(',') : id;
}

/** @returns the address of the results with only the tests of a cause, below the account's */
export function causeTestsPath(testRunId: TestRunId, cause: Filtered): string {
  return `test-runs/${testRunId}/test-results?rootCauseId=${encodeURIComponent(causeFilter(cause))}`;
}

/** @returns the cause that a filter of results names; null: none of these */
export function causeNamed<Cause extends Filtered>(causes: readonly Cause[], filter: string): Cause | null {
  const named = filter.split(',');
  return (
    causes.find((cause) => causeFilter(cause) === filter) ??
    causes.find(({ problemIds }) => problemIds.some((id) => named.includes(id))) ??
    null
  );
}

/** @returns the cause of a run that a filter of its results names; null: none, or it is not read yet */
export function useCauseNamed({ id }: Pick<TestRunView, 'id'>, filter: string): RootCause | null {
  const { currentData } = useGetRunAnalysisQuery({ params: { id } }, { skip: filter === '' });
  const causes = currentData?.testRunAnalysisRootCauses;
  return useMemo(() => causeNamed(causes ?? [], filter), [causes, filter]);
}

/** @returns what an issue about a cause is created from */
export function reportedCause(testRunId: TestRunId, cause: Filtered): ReportedRequest {
  const { testRunTestIds } = cause;
  if (testRunTestIds === null) return { testRunId, rootCauseId: causeFilter(cause) };
  return { testRunId, testRunTestIds: testRunTestIds.slice(0, limits.issueTests) };
}
