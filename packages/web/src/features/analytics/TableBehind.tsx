import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { switchedOn } from '../../ui/urlFilters.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';

const parts = { withoutTable: switchedOn('table', 'off') };

/** The table that has the numbers of the charts; the address says whether it is hidden. */
export function TableBehind({ children }: { children: ReactNode }) {
  const { filters, setFilters } = useUrlFilters(parts, { replace: true });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        mb={8}
        aria-expanded={!filters.withoutTable}
        onClick={() => setFilters({ withoutTable: !filters.withoutTable })}
      >
        {filters.withoutTable ? 'Show table' : 'Hide table'}
      </Button>
      {!filters.withoutTable && children}
    </>
  );
}
