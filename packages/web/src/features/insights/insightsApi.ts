import { insightCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';
import { usePolling } from '../../connection/usePolling.ts';

const readInsights = readOf(insightCalls.listInsights, { isPast: ({ query }) => Boolean(query?.at) });
/** How often facts are looked through for something new. */
const lookedThroughSeconds = 300;

const insightsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listInsights: build.query({
      ...readInsights,
      // Every page asks: a refusal says nothing about the session.
      query: (input: Parameters<typeof readInsights.query>[0]) => ({
        ...readInsights.query(input),
        keepsSession: true,
      }),
    }),
    markInsight: build.mutation(changeOf(insightCalls.markInsight, { keepsSession: true })),
  }),
});

export const { useMarkInsightMutation } = insightsApi;

/** @returns how many insights the person has not read: the line on every page keeps them fresh. */
export function useUnreadInsights(): number {
  const { data = [] } = insightsApi.useListInsightsQuery();
  return data.filter(({ read }) => !read).length;
}

/**
 * @param at a moment of the past, ISO 8601; '': now
 * @returns the query of insights, those of now kept fresh.
 */
export function useInsights(at = '') {
  const query = insightsApi.useListInsightsQuery(at === '' ? undefined : { query: { at } });
  usePolling(() => void (query.isUninitialized || query.refetch()), at === '' ? lookedThroughSeconds : null);
  return query;
}
