import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';
import { formatCount } from './format/formatNumbers.ts';

/** Shown for a page beyond the end of a list, and leads to its last one. */
export function PastLastPage({ size, total, onPage }: { size: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / size);
  return (
    <EmptyState
      title="Page not found"
      why={`The last page is ${formatCount(last)}.`}
      action={<Button onClick={() => onPage(last)}>Go to the last page</Button>}
    />
  );
}
