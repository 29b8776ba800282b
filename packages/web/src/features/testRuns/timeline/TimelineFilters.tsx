import { useRef } from 'react';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import type { TreeFilters } from '../results/resultTree.ts';
import { TestStatusPill } from '../results/TestStatusPill.tsx';
import styles from './Timeline.module.css';

/** What is looked for among the tests: the search and the statuses of the results, which the address keeps for both. */
export function TimelineFilters({
  filters,
  onChange,
  found,
  total,
  onEnter,
}: {
  filters: TreeFilters;
  onChange: (change: Partial<TreeFilters>) => void;
  /** Null: nothing is looked for. */
  found: number | null;
  total: number;
  /** Enter leads from the search to the lanes. */
  onEnter: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <SearchField
        field={field}
        className={styles.search}
        placeholder="Search tests"
        aria-label="Search tests"
        value={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      <TestStatusPill picked={filters.statuses} onChange={(statuses) => onChange({ statuses })} />
      <span role="status" className="tabular soft">
        {found !== null && `${formatCount(found)} of ${counted(total, 'test')}`}
      </span>
    </form>
  );
}
