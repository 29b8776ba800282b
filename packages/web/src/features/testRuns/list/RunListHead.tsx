import type { TestRunOrder, TestRunView } from '@assay/contract';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowNarrowDown, IconArrowNarrowUp } from '../../../ui/icons/icons.ts';
import { usePickedRuns } from '../comparison/usePickedRuns.ts';
import styles from './RunRow.module.css';

type Column = { label: string; orders: readonly [TestRunOrder, ...TestRunOrder[]]; said: readonly string[] };

const newest: Column = { label: 'Run', orders: ['-createdAt'], said: ['newest first'] };
const result: Column = {
  label: 'Result',
  orders: ['-failCount', 'failCount'],
  said: ['most failed tests first', 'fewest failed tests first'],
};
const duration: Column = {
  label: 'Duration',
  orders: ['-calculatedDuration', 'calculatedDuration'],
  said: ['longest first', 'shortest first'],
};

/** The heads of the list's columns: what the rows are sorted by, and a box that picks all of them. */
export function RunListHead({
  runs,
  sort,
  onSort,
}: {
  runs: readonly TestRunView[];
  sort: TestRunOrder;
  onSort: (sort: TestRunOrder) => void;
}) {
  const { picked, pick, drop } = usePickedRuns();
  const ids = runs.map(({ id }) => id);
  const count = ids.filter((id) => picked.includes(id)).length;
  const all = ids.length > 0 && count === ids.length;
  const head = (column: Column) => <SortHead column={column} sort={sort} onSort={onSort} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    <div className={styles.head} role="group" aria-label="Columns">
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={all}
        indeterminate={count > 0 && !all}
        onChange={() => (all ? drop(ids) : pick(ids))}
      />
      <span>{head(newest)}</span>
      <span className={styles.where}>Environment</span>
      <span>{head(result)}</span>
      <span>{head(duration)}</span>
    </div>
  );
}

function SortHead({
  column: { label, orders, said },
  sort,
  onSort,
}: {
  column: Column;
  sort: TestRunOrder;
  onSort: (sort: TestRunOrder) => void;
}) {
  const at = orders.indexOf(sort);
  const next = at === -1 ? 0 : (at + 1) % orders.length;
  const Arrow = sort.startsWith('-') ? IconArrowNarrowDown : IconArrowNarrowUp;
  return (
    <UnstyledButton
      className={styles.sort}
      aria-pressed={at !== -1}
      aria-label={at === -1 ? `${label}: sort by ${said[0]}` : `${label}: ${said[at]}`}
      title={`Sort by ${said[next]}`}
      onClick={() => onSort(orders[next] ?? orders[0])}
    >
      {label}
      {at !== -1 && <Arrow size={12} stroke={1.75} aria-hidden="true" />}
    </UnstyledButton>
  );
}
