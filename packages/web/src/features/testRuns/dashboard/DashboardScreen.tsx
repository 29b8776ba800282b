import { pollSeconds, type RecentRunView } from '@assay/contract';
import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, Navigate } from 'react-router';
import {
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
  useListTestRunsQuery,
  useRecentForEnvironmentsQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useUnreadInsights } from '../../../connection/useInsights.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { AsOfLine } from '../../../ui/asOf/AsOfLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import { NewSince } from '../../../ui/lastLook/NewSince.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { areFiltered, oneText } from '../../../ui/urlFilters.ts';
import { NowContext } from '../../../ui/useNow.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { type Column, columnsOf, lastStageOf } from './columns.ts';
import { DashboardFilterBar } from './DashboardFilterBar.tsx';
import styles from './dashboard.module.css';
import { dashboardFilters, dashboardMoment, dashboardView, queryOfDashboard } from './dashboardFilters.ts';
import { FailingStrip } from './FailingStrip.tsx';
import { PipelineHint } from './PipelineHint.tsx';
import { StageColumn } from './StageColumn.tsx';
import { runsOf, useNewFailures } from './useNewFailures.ts';
import { Wall } from './Wall.tsx';

const CommitInfoModal = lazy(async () => ({ default: (await import('../run/CommitInfoModal.tsx')).CommitInfoModal }));

const oneRun = { query: { limit: 1 } };

/** How every environment stands, stage by stage: what a team leaves open all day. */
export function DashboardScreen() {
  const path = useAccountPath();
  const { filters, setFilters } = useUrlFilters(dashboardFilters);
  const {
    filters: { at },
    setFilters: setMoment,
  } = useUrlFilters(dashboardMoment);
  const onMoment = (next: string) => setMoment({ at: next });
  const {
    filters: { onWall },
    setFilters: setView,
  } = useUrlFilters(dashboardView);
  // The time is part of the query: if read on every render, it would never hit the cache.
  const query = useMemo(() => queryOfDashboard(filters, Date.now(), at), [filters, at]);
  const columnsQuery = useColumns(query);
  const { data: columns, currentData } = columnsQuery;
  const [isFiltered, isPast] = [areFiltered(dashboardFilters, filters), at !== ''];
  const { isNew, before, markSeen } = useNewFailures(currentData, !isFiltered, isPast);
  const newFailures = currentData && !isFiltered ? runsOf(currentData).filter(isNew) : [];
  const newest = useListTestRunsQuery(oneRun);
  const unread = useUnreadInsights();
  // While the screen of a link is loaded, this one stays; it must not lead away from there.
  const [opened] = useState(() => window.location.pathname);
  if (newest.data?.total === 0 && window.location.pathname === opened) {
    return <Navigate to={path('get-started')} replace />;
  }
  return (
    <>
      <ScreenHead
        title="Dashboard"
        documentTitle="Dashboard"
        actions={
          <>
            <Button className={styles.toWall} variant="default" onClick={() => setView({ onWall: true })}>
              Wall view
            </Button>
            <Button component={Link} to={path('dashboard/insights')} variant="default">
              Insights
              {unread > 0 && (
                <span className={`${styles.unread} tabular`}>
                  {formatCount(unread)}
                  <span className="visuallyHidden"> unread</span>
                </span>
              )}
            </Button>
            <Button component={Link} to={path('dashboard/analytics/test-runs')} variant="default">
              Analytics
            </Button>
          </>
        }
      />
      <DashboardFilterBar
        filters={filters}
        onChange={setFilters}
        at={at}
        onMoment={onMoment}
        summary={columns && summaryOf(columns)}
      />
      {isPast && (
        <AsOfLine at={at} onChange={onMoment}>
          Stages, environments and names are those of today.
        </AsOfLine>
      )}
      {before && newFailures.length > 0 && (
        <NewSince count={newFailures.length} what="of these runs failed" since={before} onSeen={markSeen} />
      )}
      <Loaded
        query={columnsQuery}
        failed="The dashboard could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={90} />}
        empty={
          <EmptyState
            title="No Environments to Display"
            why="Each environment shows here how its tests stand."
            action={
              <Button component={Link} to={path('environments')}>
                Environments
              </Button>
            }
          />
        }
        isEmpty={(columns) => columns.every(({ cards }) => cards.length === 0)}
        keepsPrevious
      >
        {(columns) => (
          <NowContext value={isPast ? Date.parse(at) : null}>
            {onWall ? (
              <Wall columns={columns} at={at} onLeave={() => setView({ onWall: false })} />
            ) : (
              <Pipeline columns={columns} isFiltered={isFiltered} isPast={isPast} isNew={isNew} />
            )}
          </NowContext>
        )}
      </Loaded>
    </>
  );
}

/** @returns the columns, from all that they are made of, as one query */
function useColumns(query: ReturnType<typeof queryOfDashboard>): Query<Column[]> {
  const stages = useListPipelineStagesQuery();
  const environments = useListEnvironmentsQuery();
  const recent = useRecentForEnvironmentsQuery({ query });
  usePolling(recent.refetch, query.at === '' ? pollSeconds.dashboard : null);
  const columns = useMemo(
    () =>
      stages.data &&
      environments.data &&
      recent.data &&
      columnsOf(stages.data, environments.data, recent.data.environments),
    [stages.data, environments.data, recent.data],
  );
  const failed = [stages, environments, recent].filter(({ error }) => error !== undefined);
  return {
    ...(columns && { data: columns }),
    ...(columns && recent.currentData && { currentData: columns }),
    error: failed[0]?.error,
    isFetching: recent.isFetching,
    refetch: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

function summaryOf(columns: readonly Column[]): string {
  const cards = columns.flatMap((column) => column.cards);
  const failing = cards.filter(({ standing }) => standing === 'fail').length;
  const running = cards.reduce(
    (sum, { runs }) => sum + runs.latest.filter(({ run }) => run.endTime === null).length,
    0,
  );
  const parts = [counted(cards.length, 'environment'), failing > 0 && `${failing} failing`];
  return [...parts, running > 0 && `${counted(running, 'run')} in progress`].filter(Boolean).join(' · ');
}

/** Where the columns have no room beside each other, one at a time is shown. */
const chosenStage = { stage: oneText('stage') };

function Pipeline({
  columns,
  isFiltered,
  isPast,
  isNew,
}: {
  columns: readonly Column[];
  isFiltered: boolean;
  isPast: boolean;
  isNew: (run: RecentRunView) => boolean;
}) {
  const [commitOf, setCommitOf] = useState<RecentRunView | null>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)');
  const { filters, setFilters } = useUrlFilters(chosenStage, { replace: true });
  const last = lastStageOf(columns);
  const without = columns.find(({ id }) => id === null)?.cards.length ?? 0;
  const chosen = columns.find(({ name }) => name === filters.stage) ?? mostUrgentOf(columns);
  const shown = isNarrow ? columns.filter((column) => column === chosen) : columns;
  return (
    <>
      {last && <FailingStrip stage={last} />}
      {isNarrow && columns.length > 1 && (
        <Tabs
          value={chosen?.name ?? null}
          onChange={(stage) => setFilters({ stage: stage ?? '' })}
          aria-label="Pipeline stages"
        >
          <Tabs.List className={styles.tabs}>
            {columns.map((column) => (
              <Tabs.Tab
                key={column.name}
                value={column.name}
                rightSection={<ColumnMark column={column} isNew={isNew} />}
              >
                {column.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <div className={styles.columns}>
        {shown.map((column) => (
          <StageColumn
            key={column.id}
            column={column}
            alarms={column === last}
            isFiltered={isFiltered}
            isNew={isNew}
            onCommit={setCommitOf}
          >
            {column.id === null && !isPast && <PipelineHint without={without} />}
          </StageColumn>
        ))}
      </div>
      {commitOf?.commit && (
        <Suspense fallback={null}>
          <CommitInfoModal
            projectId={commitOf.projectId}
            commit={commitOf.commit}
            opened
            onClose={() => setCommitOf(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** @returns the last stage in which anything fails; else the first column */
function mostUrgentOf(columns: readonly Column[]): Column | undefined {
  const failing = columns.filter(({ cards }) => cards.some(({ standing }) => standing === 'fail'));
  return failing.findLast(({ id }) => id !== null) ?? failing[0] ?? columns[0];
}

function ColumnMark({ column, isNew }: { column: Column; isNew: (run: RecentRunView) => boolean }) {
  const { cards } = column;
  const newCount = runsOf([column]).filter(isNew).length;
  if (cards.some(({ standing }) => standing === 'fail')) {
    return (
      <>
        <StatusShape shape="fail" label="Failed" size={12} />
        {newCount > 0 && ` ${formatCount(newCount)} new`}
      </>
    );
  }
  if (cards.some(({ standing }) => standing === 'running')) {
    return <StatusShape shape="running" label="Running" size={12} />;
  }
  return null;
}
