import type { EnvironmentView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { useListEnvironmentsQuery } from './environmentsApi.ts';

const pollingSeconds = 60;

/** The environments of the account; rows are links only for those who may change them. */
export function EnvironmentListScreen() {
  const query = useListEnvironmentsQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('environment.write');
  const path = useAccountPath();
  const add = mayWrite && (
    <Button component={Link} to={path('environments/new')} variant="filled">
      Add environment
    </Button>
  );
  const columns: Column<EnvironmentView>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: (environment) =>
        mayWrite ? (
          <Link to={path(`environments/${environment.id}`)} style={{ fontWeight: 600 }}>
            {environment.name}
          </Link>
        ) : (
          <strong>{environment.name}</strong>
        ),
    },
    { key: 'key', title: 'Key', cell: (environment) => <code>{environment.key}</code>, shownFrom: 'wide' },
    {
      key: 'url',
      title: 'URL',
      cell: (environment) => <span className="soft">{environment.url}</span>,
      shownFrom: 'wide',
    },
    {
      key: 'limit',
      title: 'Parallel test runs',
      numeric: true,
      cell: ({ maximumParallelTestRuns: limit }) =>
        limit === 0 ? <span className="soft">no limit</span> : formatCount(limit),
    },
    {
      key: 'variables',
      title: 'Variables',
      numeric: true,
      cell: (environment) => formatCount(environment.variables.length),
    },
  ];
  return (
    <>
      <ScreenHead
        title="Environments"
        documentTitle="Environments"
        actions={query.data && query.data.length > 0 && add}
      />
      <Loaded
        query={query}
        failed="Environments could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={
          <EmptyState
            title="No environments yet"
            why="An environment says where tests run against: its address, its variables, and how many runs at a time."
            action={add}
          />
        }
        framed
      >
        {(environments) => (
          <DataTable
            label="Environments"
            columns={columns}
            rows={environments}
            keyOf={(environment) => environment.id}
            onOpen={mayWrite ? (environment) => path(`environments/${environment.id}`) : undefined}
          />
        )}
      </Loaded>
    </>
  );
}
