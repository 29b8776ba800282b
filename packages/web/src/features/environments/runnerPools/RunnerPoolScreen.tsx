import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { RunnerPoolEditor } from './RunnerPoolEditor.tsx';
import { Utilisation } from './Utilisation.tsx';

/** A runner pool, or the form of a new one. */
export function RunnerPoolScreen() {
  const { runnerPoolId } = useParams();
  const mayWrite = useMay('runnerPool.write');
  const path = useAccountPath();
  const query = useListRunnerPoolsQuery();
  if (runnerPoolId === undefined && !mayWrite) return <EmptyState title="Only administrators add runner pools" />;
  return (
    <Loaded query={query} failed="The runner pool could not be loaded" skeleton={<RowsSkeleton rows={3} />}>
      {(pools) => {
        const pool = pools.find(({ id }) => id === runnerPoolId) ?? null;
        if (runnerPoolId !== undefined && !pool) {
          return <EmptyState title="This runner pool does not exist" why="It may have been deleted." />;
        }
        const title = pool?.name ?? 'New runner pool';
        return (
          <>
            <ScreenHead
              title={title}
              documentTitle={title}
              back={{ to: path('environments/runner-pools'), label: 'Runner Pools' }}
              actions={
                pool && (
                  <>
                    <Utilisation pool={pool} />
                    <Button component={Link} to={path(`environments/runner-pools/${pool.id}/audit-log`)}>
                      Audit log
                    </Button>
                  </>
                )
              }
            />
            <RunnerPoolEditor key={pool?.id} pool={pool} />
          </>
        );
      }}
    </Loaded>
  );
}
