import { useMemo } from 'react';
import { useNow } from '../../ui/useNow.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { queryOfStats, spanOf, statsFilters } from './statsFilters.ts';

/** How often what is shown is counted again, in milliseconds, while somebody looks at it. */
export const countedAgain = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** @returns the filters of the address, the span that they mean, and the query for both; they change at midnight. */
export function useStats() {
  const { filters, setFilters } = useUrlFilters(statsFilters);
  const now = useNow(60_000);
  const today = new Date(now).setHours(0, 0, 0, 0);
  return useMemo(() => {
    const span = spanOf(filters, today);
    return { filters, setFilters, span, query: queryOfStats(filters, span) };
  }, [filters, setFilters, today]);
}

export type Stats = ReturnType<typeof useStats>;
