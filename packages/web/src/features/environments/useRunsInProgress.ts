import { inProgressStatuses, limits, pollSeconds, type TestRunView } from '@assay/contract';
import { useListTestRunsQuery } from '../../connection/serviceHooks.ts';
import { usePolling } from '../../connection/usePolling.ts';

const inProgress = { query: { limit: limits.maxPage, status: inProgressStatuses.join(',') } };

/** @returns the newest hundred runs of the account that are in progress; none while unknown */
export function useRunsInProgress(): readonly TestRunView[] {
  const { data, refetch, isUninitialized } = useListTestRunsQuery(inProgress);
  usePolling(
    () => !isUninitialized && refetch(),
    data && data.total > 0 ? pollSeconds.runListActive : pollSeconds.runListIdle,
  );
  return data?.testRuns ?? [];
}

/** @returns whether a run in progress has not begun to run yet */
export function isWaiting({ status }: Pick<TestRunView, 'status'>): boolean {
  return status === 'QUEUED' || status === 'SUBMITTED';
}
