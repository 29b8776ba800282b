import {
  type CommandAnswer,
  type CreateTestRunRequest,
  type FinishedStatus,
  type HistoryItem,
  inProgressStatuses,
  type RerunRequest,
  type RunLogText,
  type RunLogView,
  type TestResultView,
  type TestRunnerView,
  type TestRunPage,
  type TestRunView,
  topics,
} from '@assay/contract';
import { keepFresh } from '../../connection/keepFresh.ts';
import { serviceApi } from '../../connection/serviceApi.ts';
import { usePolling } from '../../connection/usePolling.ts';

/** What the list asks for; each of the texts is a comma list, empty for any. */
export type TestRunQuery = {
  offset: number;
  limit: number;
  status: string;
  environment: string;
  project: string;
  branch: string;
  date: string;
};

const testRunsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestRuns: build.query<TestRunPage, TestRunQuery>({
      query: (params) => ({ url: '/test-runs', params, topic: topics.testRuns }),
      providesTags: (_page, _error, query) => [{ type: 'TestRuns', id: JSON.stringify(query) }],
      // Each page by itself: with one tag for all, every page would make all of them be read again.
      onCacheEntryAdded: keepFresh(
        () => topics.testRuns,
        (query) => ({ type: 'TestRuns', id: JSON.stringify(query) }),
      ),
    }),
    getTestRun: build.query<TestRunView, string>({
      query: (id) => ({ url: `/test-runs/${id}`, topic: topics.testRun(id) }),
      providesTags: (_run, _error, id) => [{ type: 'TestRun', id }],
      onCacheEntryAdded: keepFresh(topics.testRun, (id) => ({ type: 'TestRun', id })),
    }),
    createTestRun: build.mutation<CommandAnswer, CreateTestRunRequest>({
      query: (body) => ({ url: '/test-runs', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['TestRuns'] : []),
    }),
    changeTestRunStatus: build.mutation<CommandAnswer, { id: string; status: FinishedStatus }>({
      query: ({ id, status }) => ({ url: `/test-runs/${id}`, method: 'PATCH', body: { status } }),
      invalidatesTags: (_answer, _error, { id }) => ['TestRuns', { type: 'TestRun', id }, { type: 'History', id }],
    }),
    rerunTestRun: build.mutation<CommandAnswer, { id: string; what: RerunRequest }>({
      query: ({ id, what }) => ({ url: `/test-runs/${id}/rerun`, method: 'POST', body: what }),
      invalidatesTags: (answer) => (answer ? ['TestRuns'] : []),
    }),
    getTestResult: build.query<TestResultView, { testRunId: string; testKey: string }>({
      query: ({ testRunId, testKey }) => ({
        url: `/test-runs/${testRunId}/results/${testKey}`,
        topic: topics.testRunTests(testRunId),
      }),
      providesTags: (_test, _error, { testRunId, testKey }) => [{ type: 'TestResult', id: `${testRunId}.${testKey}` }],
      onCacheEntryAdded: keepFresh(
        ({ testRunId }) => topics.testRunTests(testRunId),
        ({ testRunId, testKey }) => ({ type: 'TestResult', id: `${testRunId}.${testKey}` }),
        ({ testRunId, testKey }, ids) => ids.includes(`${testRunId}.${testKey}`) || ids.includes(testKey),
      ),
    }),
    listTestRunners: build.query<TestRunnerView[], string>({
      query: (id) => ({ url: `/test-runs/${id}/test-runners`, topic: topics.testRun(id) }),
      providesTags: (_runners, _error, id) => [{ type: 'TestRunners', id }],
      onCacheEntryAdded: keepFresh(topics.testRun, (id) => ({ type: 'TestRunners', id })),
    }),
    listHistory: build.query<HistoryItem[], string>({
      query: (id) => ({ url: `/test-runs/${id}/history`, topic: topics.testRun(id) }),
      providesTags: (_items, _error, id) => [{ type: 'History', id }],
      onCacheEntryAdded: keepFresh(topics.testRun, (id) => ({ type: 'History', id })),
    }),
    listLogs: build.query<RunLogView[], string>({
      query: (id) => ({ url: `/test-runs/${id}/logs`, topic: topics.testRunLogs(id) }),
      providesTags: (_logs, _error, id) => [{ type: 'Logs', id }],
      onCacheEntryAdded: keepFresh(topics.testRunLogs, (id) => ({ type: 'Logs', id })),
    }),
    readLog: build.query<RunLogText, { testRunId: string; name: string; offset: number }>({
      query: ({ testRunId, name, offset }) => ({
        url: `/test-runs/${testRunId}/logs/${encodeURIComponent(name)}`,
        params: { offset },
      }),
      keepUnusedDataFor: 0,
    }),
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
  useListHistoryQuery,
  useListLogsQuery,
} = testRunsApi;

export const { getTestRun, readLog } = testRunsApi.endpoints;

const anyInProgress: TestRunQuery = {
  offset: 0,
  limit: 1,
  status: inProgressStatuses.join(','),
  environment: '',
  project: '',
  branch: '',
  date: '',
};

/** @returns how many runs of the account are in progress; 0 while that is not known. */
export function useRunningCount(): number {
  const { data, refetch, isUninitialized } = useListTestRunsQuery(anyInProgress);
  usePolling(() => !isUninitialized && refetch(), data && data.total > 0 ? 10 : 60);
  return data?.total ?? 0;
}
