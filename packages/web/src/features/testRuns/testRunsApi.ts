import { inProgressStatuses, testRunCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';
import { usePolling } from '../../connection/usePolling.ts';

const testRunsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestRuns: build.query(readOf(testRunCalls.listTestRuns)),
    getTestRun: build.query(readOf(testRunCalls.getTestRun)),
    createTestRun: build.mutation(changeOf(testRunCalls.createTestRun)),
    changeTestRunStatus: build.mutation(changeOf(testRunCalls.changeTestRunStatus)),
    rerunTestRun: build.mutation(changeOf(testRunCalls.rerunTestRun)),
    getTestResult: build.query(
      readOf(testRunCalls.getTestResult, {
        concerns: ({ params: { id, testId } }, ids) => ids.includes(`${id}.${testId}`) || ids.includes(testId),
      }),
    ),
    listTestRunners: build.query(readOf(testRunCalls.listTestRunners)),
    listDeploysOfTestRun: build.query(readOf(testRunCalls.listDeploysOfTestRun)),
    listHistory: build.query(readOf(testRunCalls.listHistory)),
    listLogs: build.query(readOf(testRunCalls.listLogs)),
    readLog: build.query(readOf(testRunCalls.readLog, { keepUnusedDataFor: 0 })),
  }),
});

export const {
  useListTestRunsQuery,
  useGetTestRunQuery,
  useCreateTestRunMutation,
  useChangeTestRunStatusMutation,
  useRerunTestRunMutation,
  useGetTestResultQuery,
  useListTestRunnersQuery,
  useListDeploysOfTestRunQuery,
  useListHistoryQuery,
  useListLogsQuery,
} = testRunsApi;

export const { getTestRun, readLog } = testRunsApi.endpoints;

const anyInProgress = { query: { limit: 1, status: inProgressStatuses.join(',') } };

/** @returns how many runs of the account are in progress; 0 while unknown. */
export function useRunningCount(): number {
  const { data, refetch, isUninitialized } = useListTestRunsQuery(anyInProgress);
  usePolling(() => !isUninitialized && refetch(), data && data.total > 0 ? 10 : 60);
  return data?.total ?? 0;
}
