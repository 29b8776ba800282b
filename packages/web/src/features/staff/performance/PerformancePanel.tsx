import { type MonitorType, monitorTypes, performanceLimits } from '@assay/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useListPerformanceLogsQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { areFiltered } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { DurationsChart } from './DurationsChart.tsx';
import styles from './performance.module.css';
import { filtersOfRange, performanceFilters, pickedRange, queryOfFilters, ranges } from './performanceFilters.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { RecordTable } from './RecordTable.tsx';

const { sampleOneIn, keptDays, pageSize } = performanceLimits;

/** What requests, jobs, reactions and background work took, and how much of it in the stores: slowest first. */
export function PerformancePanel() {
  const { filters, setFilters } = useUrlFilters(performanceFilters, { replace: true });
  const query = useListPerformanceLogsQuery({ query: queryOfFilters(filters) });
  const turnTo = (page: number) => setFilters({ page });
  const isFiltered = areFiltered(performanceFilters, filters);
  return (
    <section aria-label="Performance">
      <div className={styles.filters}>
        <SegmentedControl
          size="xs"
          aria-label="Kind"
          value={filters.kind || 'All'}
          onChange={(kind) => setFilters({ kind: kind === 'All' ? '' : kind })}
          data={['All', ...monitorTypes]}
        />
        {ranges.map(({ label, least, most }) => (
          <RangeFilter
            key={label}
            label={label}
            least={filters[least]}
            most={filters[most]}
            onLeast={(value) => setFilters({ [least]: value })}
            onMost={(value) => setFilters({ [most]: value })}
          />
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </div>
      <DurationsChart
        kind={filters.kind === '' ? undefined : (filters.kind as MonitorType)}
        picked={pickedRange(filters)}
        onPick={(range) => setFilters(filtersOfRange(range))}
      />
      <Loaded
        query={query}
        failed="The performance records could not be loaded"
        skeleton={<RowsSkeleton rows={12} height={32} />}
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            title="No performance records found"
            why={
              isFiltered
                ? 'No record is within these ranges.'
                : `One in ${sampleOneIn} is recorded, slow ones always, and stored for ${keptDays} days.`
            }
          />
        }
        keepsPrevious
        framed
      >
        {({ records, total, isLeast }) =>
          records.length === 0 ? (
            <PastLastPage size={pageSize} total={total} onPage={turnTo} />
          ) : (
            <>
              <RecordTable records={records} />
              <Pager
                page={filters.page}
                size={pageSize}
                shown={records.length}
                total={total}
                isLeast={isLeast}
                onPage={turnTo}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
