import { type BuildView, limits, type ProjectView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListBuildsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatBytes } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { pageNumber } from '../../ui/urlFilters.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import styles from './projects.module.css';
import { UploadBuildForm } from './UploadBuildForm.tsx';
import { useDownloadBuild } from './useDownloadBuild.ts';

const place = { page: pageNumber('page') };

/** The uploaded archives to run the project's tests from, newest first. */
export function BuildsTab({ project }: { project: ProjectView }) {
  // Has its own URL, so that it can be linked to.
  const { pathname, search } = useLocation();
  const opened = pathname.endsWith('/builds/new');
  const path = useAccountPath();
  const navigate = useNavigate();
  const close = () => void navigate({ pathname: path(`projects/${project.key}/builds`), search });
  const may = useMay('build.write');
  const button = may ? (
    <Button component={Link} to={{ pathname: path(`projects/${project.key}/builds/new`), search }} variant="filled">
      Upload build
    </Button>
  ) : null;
  return (
    <>
      <BuildList project={project} action={button} />
      <Modal opened={opened && may} onClose={close} title="Upload build" size={640}>
        <UploadBuildForm project={project} onClose={close} />
      </Modal>
    </>
  );
}

function BuildList({ project, action }: { project: ProjectView; action: ReactNode }) {
  const { filters, setFilters } = useUrlFilters(place);
  const { page } = filters;
  const limit = limits.pageOfBuilds;
  const query = useListBuildsQuery({
    params: { id: project.id },
    query: { offset: (page - 1) * limit, limit },
  });
  const total = query.data?.total ?? 0;
  const onPage = (next: number) => setFilters({ page: next });
  const download = useDownloadBuild(project);
  const path = useAccountPath();

  const columns: Column<BuildView>[] = [
    {
      key: 'name',
      title: 'Build',
      cell: (build) => (
        <div className={styles.twoLines}>
          <Link className="link" title={build.name} to={path(`projects/${project.key}/builds/${build.id}`)}>
            {shortened(build.name)}
          </Link>
          <div className="soft">{build.fileName}</div>
        </div>
      ),
    },
    {
      key: 'branch',
      title: 'Branch',
      cell: ({ branch }) => <span title={branch ?? undefined}>{branch === null ? '–' : shortened(branch)}</span>,
      shownFrom: 'wide',
    },
    {
      key: 'commit',
      title: 'Commit',
      cell: ({ commit }) =>
        commit === null ? <span className="soft">newest</span> : <code>{commit.slice(0, limits.commitLength)}</code>,
      shownFrom: 'wide',
    },
    {
      key: 'size',
      title: 'Size',
      cell: ({ size }) => <span className={styles.oneLine}>{formatBytes(size)}</span>,
      numeric: true,
    },
    {
      key: 'by',
      title: 'By',
      cell: ({ createdBy }) => createdBy?.fullName ?? '–',
      shownFrom: 'wide',
    },
    { key: 'at', title: 'Uploaded', cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
    {
      key: 'actions',
      title: '',
      cell: (build) => (
        <Button size="compact-sm" aria-label={`Download ${build.name}`} onClick={() => void download(build)}>
          Download
        </Button>
      ),
    },
  ];
  return (
    <Loaded
      query={query}
      failed="The builds could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={
        total > 0 ? (
          <PastLastPage size={limit} total={total} onPage={onPage} />
        ) : (
          <EmptyState title="No builds yet" why="A build is an archive that tests are run from." action={action} />
        )
      }
      isEmpty={({ builds }) => builds.length === 0}
      keepsPrevious
    >
      {({ builds }) => (
        <div className={styles.builds}>
          {action && <div className={styles.actions}>{action}</div>}
          <DataTable label="Builds" columns={columns} rows={builds} keyOf={({ id }) => id} />
          <Pager page={page} size={limit} shown={builds.length} total={total} onPage={onPage} />
        </div>
      )}
    </Loaded>
  );
}

function shortened(text: string): string {
  return text.slice(0, limits.branchLength);
}
