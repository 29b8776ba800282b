import type { TestRunnerView, TestRunView } from '@assay/contract';
import { useListTestRunnersQuery } from '../../../connection/serviceHooks.ts';
import type { Query } from '../../../ui/Loaded.tsx';
import { useTestResults } from '../results/resultEndpoints.ts';
import type { RunResults } from '../results/runResults.ts';
import { useMoment } from './moment.ts';

const standing = { error: undefined, isFetching: false, refetch: () => undefined };

/** The tests of a run as they are, or as they were at the moment that the page shows. */
export function useRunResults({ id, testCount }: TestRunView): Query<RunResults> {
  const moment = useMoment();
  const query = useTestResults(id, testCount, { skip: moment !== null });
  return moment ? { ...standing, data: moment.results, currentData: moment.results } : query;
}

/** The tests of a run once all of them are there. */
export function useAllResults(run: TestRunView): Query<RunResults> {
  const query = useRunResults(run);
  return query.currentData?.isPart ? { ...query, data: undefined, currentData: undefined } : query;
}

/** The runners of a run as they are, or as they were at the moment that the page shows. */
export function useRunRunners(testRunId: string): Query<readonly TestRunnerView[]> {
  const moment = useMoment();
  const query = useListTestRunnersQuery({ params: { id: testRunId } }, { skip: moment !== null });
  return moment ? { ...standing, data: moment.runners, currentData: moment.runners } : query;
}
