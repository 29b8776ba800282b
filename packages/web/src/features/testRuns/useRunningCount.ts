import { inProgressStatuses } from '@assay/contract';
import { useListTestRunsQuery } from '../../connection/serviceHooks.ts';
import { usePolling } from '../../connection/usePolling.ts';

const anyInProgress = { query: { limit: 1, status: inProgressStatuses.join(',') } };

/** @returns how many runs of the account are in progress; 0 while unknown. */
export function useRunningCount(): number {
  const { data, refetch, isUninitialized } = useListTestRunsQuery(anyInProgress);
  usePolling(() => !isUninitialized && refetch(), data && data.total > 0 ? 10 : 60);
  return data?.total ?? 0;
}
