import { nameKey, type RunnerPoolView, runnerTypeLabels } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListAgentsQuery, useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { isWaiting, useRunsInProgress } from '../useRunsInProgress.ts';
import styles from './runnerPools.module.css';
import { Utilisation } from './Utilisation.tsx';
import { useStagesOfPools } from './useStagesOfPools.ts';

const pollingSeconds = 20;

/** The runner pools of the account, how busy they are, and what waits for them. */
export function RunnerPoolsPanel() {
  const query = useListRunnerPoolsQuery();
  usePolling(query.refetch, pollingSeconds);
  const columns = useColumns();
  const mayWrite = useMay('runnerPool.write');
  const path = useAccountPath();
  const add = mayWrite && (
    <Button component={Link} to={path('environments/runner-pools/new')} variant="filled">
      Add pool
    </Button>
  );
  return (
    <Loaded
      query={query}
      failed="Runner pools could not be loaded"
      skeleton={<RowsSkeleton rows={3} height={40} />}
      empty={
        <EmptyState
          title="No runner pools yet"
          why="A pool sets runners apart for some pipeline stages, so that other runs cannot take them."
          action={add}
        />
      }
      framed
    >
      {(pools) => (
        <>
          <p className={styles.about}>Runs of the stages that use a pool are served by its runners alone.</p>
          <DataTable
            label="Runner pools"
            columns={columns}
            rows={pools}
            keyOf={({ id }) => id}
            onOpen={mayWrite ? ({ id }) => path(`environments/runner-pools/${id}`) : undefined}
          />
        </>
      )}
    </Loaded>
  );
}

function useColumns(): readonly Column<RunnerPoolView>[] {
  const mayWrite = useMay('runnerPool.write');
  const path = useAccountPath();
  const stagesOf = useStagesOfPools();
  const runs = useRunsInProgress();
  const { data: agents = [] } = useListAgentsQuery();

  function waitingFor(pool: RunnerPoolView): number {
    const stages = new Set(stagesOf(pool).map(({ id }) => id));
    return runs.filter((run) => run.pipelineStageId !== null && stages.has(run.pipelineStageId) && isWaiting(run))
      .length;
  }

  return [
    {
      key: 'name',
      title: 'Name',
      cell: ({ id, name }) =>
        mayWrite ? (
          <Link to={path(`environments/runner-pools/${id}`)} style={{ fontWeight: 600 }}>
            {name}
          </Link>
        ) : (
          <strong dir="auto">{name}</strong>
        ),
    },
    { key: 'type', title: 'Runner type', cell: ({ runnerType }) => runnerTypeLabels[runnerType], shownFrom: 'wide' },
    { key: 'utilisation', title: 'Utilisation', cell: (pool) => <Utilisation pool={pool} /> },
    {
      key: 'queue',
      title: 'Queue',
      cell: (pool) => {
        const waiting = waitingFor(pool);
        return waiting === 0 ? <span className="soft">none waiting</span> : `${counted(waiting, 'run')} waiting`;
      },
    },
    {
      key: 'stages',
      title: 'Used by',
      cell: (pool) =>
        stagesOf(pool)
          .map(({ name }) => name)
          .join(', ') || <span className="soft">no stage</span>,
      shownFrom: 'wide',
    },
    {
      key: 'agents',
      title: 'Agents',
      numeric: true,
      cell: ({ name }) =>
        formatCount(agents.filter(({ pool }) => pool !== null && nameKey(pool) === nameKey(name)).length),
      shownFrom: 'wide',
    },
  ];
}
