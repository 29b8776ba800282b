import { limits } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import pill from '../../../ui/FilterPill.module.css';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import type { FilterStatus, TreeFilters } from './resultTree.ts';
import { TestStatusPill } from './TestStatusPill.tsx';
import styles from './TreeToolbar.module.css';

/** Search, filters and actions on the checked tests; shows how much of the run is in view. */
export function TreeToolbar({
  searchField,
  filters,
  onChange,
  counts,
  shown,
  total,
  isPart,
  quarantined,
  isQuarantinedOnly,
  allCollapsed,
  onCollapseAll,
  onExpandAll,
  onSortAgain,
  checked,
  onCheckShown,
  onClearChecked,
  children,
}: {
  searchField: RefObject<HTMLInputElement | null>;
  filters: TreeFilters;
  onChange: (change: Partial<TreeFilters>) => void;
  /** Tests of each status, those that are hidden left out; null while they are not all known. */
  counts: ReadonlyMap<FilterStatus, number> | null;
  shown: number;
  total: number;
  /** The other tests are still being read. */
  isPart: boolean;
  quarantined: number;
  /** Quarantined tests are shown in any case. */
  isQuarantinedOnly: boolean;
  allCollapsed: boolean;
  onCollapseAll: () => void;
  onExpandAll: () => void;
  /** Null while the tests are sorted. */
  onSortAgain: (() => void) | null;
  checked: number;
  /** Undefined where tests cannot be selected. */
  onCheckShown: (() => void) | undefined;
  onClearChecked: () => void;
  /** What can be done with the checked tests. */
  children: ReactNode;
}) {
  const failed = counts?.get('FAIL') ?? 0;
  const onlyFailed = filters.statuses.length === 1 && filters.statuses[0] === 'FAIL';
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>
        <SearchField
          field={searchField}
          className={styles.search}
          placeholder="Search tests"
          aria-label="Search tests"
          value={filters.search}
          onSearch={(search) => onChange({ search })}
        />
        {failed > 0 && (
          <UnstyledButton
            className={onlyFailed ? `${pill.pill} ${pill.on}` : pill.pill}
            aria-pressed={onlyFailed}
            onClick={() => onChange({ statuses: onlyFailed ? [] : ['FAIL'] })}
          >
            Only failed
          </UnstyledButton>
        )}
        <TestStatusPill picked={filters.statuses} counts={counts} onChange={(statuses) => onChange({ statuses })} />
        {(quarantined > 0 || filters.showQuarantined) && (
          <UnstyledButton
            className={filters.showQuarantined ? `${pill.pill} ${pill.on}` : pill.pill}
            aria-pressed={filters.showQuarantined}
            disabled={isQuarantinedOnly}
            title={isQuarantinedOnly ? 'All tests of the run are quarantined' : undefined}
            onClick={() => onChange({ showQuarantined: !filters.showQuarantined })}
          >
            Show quarantined{quarantined > 0 && ` (${formatCount(quarantined)})`}
          </UnstyledButton>
        )}
        <UnstyledButton className={pill.pill} onClick={allCollapsed ? onExpandAll : onCollapseAll}>
          {allCollapsed ? 'Expand all' : 'Collapse all'}
        </UnstyledButton>
        {onSortAgain && (
          <UnstyledButton className={pill.pill} title="Nothing moves while you read" onClick={onSortAgain}>
            Sort again
          </UnstyledButton>
        )}
      </div>
      {checked > 0 ? (
        <div className={styles.selection}>
          <span className="tabular">{counted(checked, 'test')} selected</span>
          {children}
          <UnstyledButton className={styles.clear} onClick={onClearChecked}>
            Clear
          </UnstyledButton>
        </div>
      ) : (
        shown !== total && (
          <div className={`${styles.selection} tabular`}>
            {formatCount(shown)} of {counted(total, 'test')}
            {isPart && ' loaded …'}
            {onCheckShown && shown > 0 && shown <= limits.reviewedTests && (
              <UnstyledButton className={styles.clear} onClick={onCheckShown}>
                Select shown
              </UnstyledButton>
            )}
          </div>
        )
      )}
    </div>
  );
}
