import type { RootCause, TestRunId } from '@assay/contract';

/** @returns the filter of results that shows all tests of a cause */
export function causeFilter({ problemIds }: Pick<RootCause, 'problemIds'>): string {
  return problemIds.join(',');
}

/** @returns the address of the results with only the tests of a cause, below the account's */
export function causeTestsPath(testRunId: TestRunId, cause: Pick<RootCause, 'problemIds'>): string {
  return `test-runs/${testRunId}/test-results?rootCauseId=${encodeURIComponent(causeFilter(cause))}`;
}
