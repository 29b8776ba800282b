import { useMemo } from 'react';
import { useNow } from '../../ui/useNow.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { queryOfStats, spanOf, statsFilters } from './statsFilters.ts';

/** How often what is shown is counted again, in milliseconds, while somebody looks at it: never what is past. */
const countedAgain = { pollingInterval: 60_000, skipPollingIfUnfocused: true };
const countedOnce = { pollingInterval: 0 };

/**
 * @returns the filters of the address, the span that they mean, the query for both, and how often it is asked; they
 * change at midnight, unless a moment of the past is shown.
 */
export function useStats() {
  const { filters, setFilters } = useUrlFilters(statsFilters);
  const clock = useNow(60_000);
  const now = filters.at === '' ? clock : Date.parse(filters.at);
  const today = new Date(now).setHours(0, 0, 0, 0);
  return useMemo(() => {
    const span = spanOf(filters, today);
    return {
      filters,
      setFilters,
      span,
      query: queryOfStats(filters, span),
      again: filters.at === '' ? countedAgain : countedOnce,
    };
  }, [filters, setFilters, today]);
}

export type Stats = ReturnType<typeof useStats>;
