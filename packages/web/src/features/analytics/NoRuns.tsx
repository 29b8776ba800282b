import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Stats } from './useStats.ts';

/** What a tab shows where no run matches, with a way to look further back. */
export function NoRuns({ stats: { filters, setFilters } }: { stats: Stats }) {
  return (
    <EmptyState
      title="No test runs found"
      why="No run was created in this time that matches the filters."
      action={
        filters.timeframe === 'Last90Days' ? undefined : (
          <Button onClick={() => setFilters({ timeframe: 'Last90Days' })}>Last 90 days</Button>
        )
      }
    />
  );
}
