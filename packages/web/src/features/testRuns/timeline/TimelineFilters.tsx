import { useRef } from 'react';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { type FilterStatus, filterStatuses, type TreeFilters } from '../results/resultTree.ts';
import { shapeOfStatus, wordOfStatus } from '../status/statusShapes.ts';
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
      <FilterPill
        label="Status"
        choices={filterStatuses.map((status) => ({
          value: status,
          label: status === 'FLAKY' ? 'FLAKY' : wordOfStatus(status),
          icon: <StatusShape shape={status === 'FLAKY' ? 'flaky' : shapeOfStatus(status)} label="" />,
        }))}
        picked={filters.statuses}
        onChange={(statuses) => onChange({ statuses: statuses as FilterStatus[] })}
      />
      <span role="status" className="tabular soft">
        {found !== null && `${formatCount(found)} of ${counted(total, 'test')}`}
      </span>
    </form>
  );
}
