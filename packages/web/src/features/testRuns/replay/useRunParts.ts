import type { TestRunnerView } from '@assay/contract';
import type { Query } from '../../../ui/Loaded.tsx';
import { useGetTestResultsQuery } from '../results/resultsApi.ts';
import type { RunResults } from '../results/runResults.ts';
import { useListTestRunnersQuery } from '../testRunsApi.ts';
import { useMoment } from './moment.ts';

const standing = { error: undefined, isFetching: false, refetch: () => undefined };

/** The tests of a run as they are, or as they were at the moment that the page shows. */
export function useRunResults(testRunId: string): Query<RunResults> {
  const moment = useMoment();
  const query = useGetTestResultsQuery(testRunId, { skip: moment !== null });
  return moment ? { ...standing, data: moment.results, currentData: moment.results } : query;
}

/** The runners of a run as they are, or as they were at the moment that the page shows. */
export function useRunRunners(testRunId: string): Query<readonly TestRunnerView[]> {
  const moment = useMoment();
  const query = useListTestRunnersQuery({ params: { id: testRunId } }, { skip: moment !== null });
  return moment ? { ...standing, data: moment.runners, currentData: moment.runners } : query;
}
