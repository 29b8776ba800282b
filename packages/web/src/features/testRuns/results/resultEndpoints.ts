import { limits, type Position, type TestResultsPage, testRunCalls, topics } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { requestOfCall } from '../../../connection/callRequest.ts';
import { tagOfAnswer, tagsOfRead } from '../../../connection/callTags.ts';
import { toolsOf } from '../../../connection/connectionTools.ts';
import { repeatMilliseconds, throttled } from '../../../connection/keepFresh.ts';
import type { ServiceRequest } from '../../../connection/requestService.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';
import { mayPass, type ServiceError } from '../../../connection/serviceError.ts';
import type { Query } from '../../../ui/Loaded.tsx';
import { mergeResults, type RunResults, resultsOf, sameEpoch, sealed } from './runResults.ts';

type Answer<Data> = { data: Data; error?: undefined } | { error: ServiceError; data?: undefined };
type Thunk<Result> = ThunkAction<Result, unknown, unknown, UnknownAction>;
type Ask = (request: ServiceRequest) => PromiseLike<Answer<unknown>>;

const { listTestResults } = testRunCalls;

const resultsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getTestResults: build.query<RunResults, string>({
      // Comparing tens of thousands of rows on every read would cost more than rendering the few that are in view.
      structuralSharing: false,
      queryFn: async (id, _api, _options, ask) => {
        const pages = await readPages(ask as Ask, id, null);
        return pages.error ? { error: pages.error } : { data: resultsOf(pages.data) };
      },
      providesTags: (_results, _error, id) => tagsOfRead(listTestResults, { params: { id } }),
      onCacheEntryAdded: async (id, entry) => {
        let repeat: ReturnType<typeof setTimeout> | undefined;
        const again = throttled(() => {
          clearTimeout(repeat);
          void entry.dispatch(readNewerResults(id)).then((error) => {
            if (mayPass(error)) repeat = setTimeout(() => again.call(), repeatMilliseconds);
          });
        });
        const end = toolsOf(entry.extra).live.subscribe(topics.testRunTests(id), () => again.call());
        const endProblems = entry.cacheDataLoaded.then(({ data }) => {
          const projectId = data.rows[0]?.projectTest.projectId;
          if (!projectId) return undefined;
          return toolsOf(entry.extra).live.subscribe(topics.problems(projectId), () => again.call());
        });
        await entry.cacheEntryRemoved;
        end();
        await endProblems.then(
          (stop) => stop?.(),
          // It was never loaded.
          () => undefined,
        );
        again.stop();
        clearTimeout(repeat);
      },
    }),
    getFirstResults: build.query<RunResults, string>({
      keepUnusedDataFor: 0,
      structuralSharing: false,
      queryFn: async (id, _api, _options, ask) => {
        const query = { limit: limits.firstResults };
        const answer = await (ask as Ask)(requestOfCall(listTestResults, { params: { id }, query }));
        if (answer.error) return { error: answer.error };
        return { data: sealed({ ...resultsOf([answer.data as TestResultsPage]), isPart: true }) };
      },
    }),
    readChangedResults: build.query<TestResultsPage[], { id: string; since: Position }>({
      keepUnusedDataFor: 0,
      queryFn: async ({ id, since }, _api, _options, ask) => readPages(ask as Ask, id, since),
    }),
  }),
});

const { getTestResults, getFirstResults } = resultsApi.endpoints;

/**
 * The tests of a run; of a large one at first only some (`isPart`), so that there is something to see while the others
 * are read.
 * @param testCount how many it has, as far as that is known yet
 */
export function useTestResults(testRunId: string, testCount = 0, { skip = false } = {}): Query<RunResults> {
  const { isRead } = getTestResults.useQueryState(testRunId, {
    selectFromResult: ({ currentData }) => ({ isRead: currentData !== undefined }),
  });
  // Asked for before all of them: the service answers in turn.
  const first = getFirstResults.useQuery(testRunId, { skip: skip || isRead || testCount < limits.largeRun });
  const all = getTestResults.useQuery(testRunId, { skip });
  const { error, refetch } = all;
  useEffect(() => {
    if (!mayPass(error)) return;
    const timer = setTimeout(() => void refetch(), repeatMilliseconds);
    return () => clearTimeout(timer);
  }, [error, refetch]);
  if (all.currentData !== undefined || all.error !== undefined || first.currentData === undefined) return all;
  return { ...all, data: first.currentData, currentData: first.currentData };
}

/**
 * Reads what changed since the last read and merges it in; if the history was replaced, reads everything again.
 * @returns the error of a read that failed
 */
export function readNewerResults(id: string): Thunk<Promise<unknown>> {
  return async (dispatch, getState) => {
    const known = resultsApi.endpoints.getTestResults.select(id)(getState() as never).data;
    if (!known) {
      dispatch(serviceApi.util.invalidateTags([tagOfAnswer(listTestResults, { params: { id } })]));
      return undefined;
    }
    const answer = await dispatch(
      resultsApi.endpoints.readChangedResults.initiate(
        { id, since: known.position },
        { subscribe: false, forceRefetch: true },
      ),
    );
    const [first] = answer.data ?? [];
    if (!first) return answer.error;
    if (!sameEpoch(first.position, known.position)) {
      dispatch(serviceApi.util.invalidateTags([tagOfAnswer(listTestResults, { params: { id } })]));
      return undefined;
    }
    const latest = resultsApi.endpoints.getTestResults.select(id)(getState() as never).data ?? known;
    // The first page's position, so that rows that changed while later pages were read are fetched again.
    const merged = mergeResults(latest, { ...first, tests: (answer.data ?? []).flatMap((page) => page.tests) });
    if (merged === latest) return undefined;
    const update = resultsApi.util.updateQueryData('getTestResults', id, () => merged);
    dispatch(update as Thunk<unknown>);
    return undefined;
  };
}

/** As many pages are read side by side: the service and the page work on different ones, and neither holds too many. */
const pagesAtOnce = 4;

/** The first page says how many there are. */
async function readPages(ask: Ask, id: string, since: Position | null): Promise<Answer<TestResultsPage[]>> {
  const readAt = async (offset: number): Promise<Answer<TestResultsPage>> => {
    const query = { since: since ?? undefined, offset, limit: limits.maxResultsPage };
    const answer = await ask(requestOfCall(listTestResults, { params: { id }, query }));
    return answer.error ? { error: answer.error } : { data: answer.data as TestResultsPage };
  };
  const first = await readAt(0);
  if (first.error) return { error: first.error };
  const offsets: number[] = [];
  for (let offset = limits.maxResultsPage; offset < first.data.total; offset += limits.maxResultsPage) {
    offsets.push(offset);
  }
  const pages = [first.data];
  for (let read = 0; read < offsets.length; read += pagesAtOnce) {
    for (const answer of await Promise.all(offsets.slice(read, read + pagesAtOnce).map(readAt))) {
      if (answer.error) return { error: answer.error };
      pages.push(answer.data);
    }
  }
  return { data: pages };
}
