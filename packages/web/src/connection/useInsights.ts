import { useListInsightsQuery } from './serviceHooks.ts';
import { usePolling } from './usePolling.ts';

/** How often facts are looked through for something new. */
const lookedThroughSeconds = 300;

/** @returns how many insights the person has not read: the line on every page keeps them fresh. */
export function useUnreadInsights(): number {
  const { data = [] } = useListInsightsQuery();
  return data.filter(({ read }) => !read).length;
}

/**
 * @param at a moment of the past, ISO 8601; '': now
 * @returns the query of insights, those of now kept fresh.
 */
export function useInsights(at = '') {
  const query = useListInsightsQuery(at === '' ? undefined : { query: { at } });
  usePolling(() => void (query.isUninitialized || query.refetch()), at === '' ? lookedThroughSeconds : null);
  return query;
}
