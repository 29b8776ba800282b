import { type DeployView, limits, type ProjectView } from '@assay/contract';
import { Button, Modal, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useListDeploysQuery, useListEnvironmentsQuery } from '../../../connection/serviceHooks.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { oneText, pageNumber, switchedOn } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import styles from '../projects.module.css';
import { DeployForm } from './DeployForm.tsx';

const place = { page: pageNumber('page'), environment: oneText('environment') };
const dialog = { isNew: switchedOn('new', '') };

/** What was deployed where, newest first. */
export function DeploymentsTab({ project }: { project: ProjectView }) {
  const { filters, setFilters } = useUrlFilters(dialog, { replace: true });
  const may = useMay('deploy.write');
  const close = () => setFilters({ isNew: false });
  const add = may && (
    <Button variant="filled" onClick={() => setFilters({ isNew: true })}>
      New deploy
    </Button>
  );
  return (
    <>
      <DeployHistory project={project} add={add} />
      <Modal opened={filters.isNew && may} onClose={close} title="New deploy" size={520}>
        <DeployForm project={project} onClose={close} />
      </Modal>
    </>
  );
}

const columns: Column<DeployView>[] = [
  { key: 'environment', title: 'Environment', cell: ({ environment }) => environment.name },
  {
    key: 'version',
    title: 'Version',
    cell: ({ buildName }) => (buildName === null ? <span className="soft">–</span> : <CutInMiddle text={buildName} />),
    shownFrom: 'wide',
  },
  {
    key: 'branch',
    title: 'Branch',
    cell: ({ branch }) => (branch === null ? <span className="soft">–</span> : <CutInMiddle text={branch} />),
  },
  {
    key: 'commit',
    title: 'Commit',
    cell: ({ commit }) =>
      commit === null ? <span className="soft">newest</span> : <code>{commit.slice(0, limits.commitLength)}</code>,
  },
  {
    key: 'by',
    title: 'By',
    cell: ({ createdBy }) => createdBy?.fullName ?? <span className="soft">–</span>,
    shownFrom: 'wide',
  },
  { key: 'at', title: 'Deployed', cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
];

function DeployHistory({ project, add }: { project: ProjectView; add: ReactNode }) {
  const { filters, setFilters } = useUrlFilters(place);
  const { page, environment } = filters;
  const { data: environments = [] } = useListEnvironmentsQuery();
  const chosen = environments.find(({ key }) => key === environment);
  const limit = limits.pageOfDeploys;
  const query = useListDeploysQuery({
    params: { id: project.id },
    query: { offset: (page - 1) * limit, limit, environmentId: chosen?.id },
  });
  const total = query.data?.total ?? 0;
  const onPage = (next: number) => setFilters({ page: next });
  const filter = (
    <Select
      aria-label="Environment"
      placeholder="All environments"
      clearable
      searchable={environments.length > 8}
      value={environment || null}
      data={environments.map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(key) => setFilters({ environment: key ?? '' })}
    />
  );
  return (
    <Loaded
      query={query}
      failed="The deploys could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={
        total > 0 ? (
          <PastLastPage size={limit} total={total} onPage={onPage} />
        ) : (
          <EmptyState
            title={chosen ? `Nothing was deployed to ${chosen.name} yet` : 'No deploys yet'}
            why="Your deploy job tells of each deploy with 'assay deploy'. Triggers and test plans then test what is deployed."
            action={chosen ? <Button onClick={() => setFilters({ environment: '' })}>All environments</Button> : add}
          />
        )
      }
      isEmpty={({ deploys }) => deploys.length === 0}
      keepsPrevious
    >
      {({ deploys }) => (
        <div className={styles.builds}>
          <div className={styles.between}>
            {filter}
            {add}
          </div>
          <DataTable label="Deployments" columns={columns} rows={deploys} keyOf={({ id }) => id} />
          <Pager page={page} size={limit} shown={deploys.length} total={total} onPage={onPage} />
        </div>
      )}
    </Loaded>
  );
}
