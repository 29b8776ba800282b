import { displayOfRun, type ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListProjectsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../ui/shapeOfRun.ts';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './projects.module.css';

const pollingSeconds = 60;

export function ProjectListScreen() {
  const query = useListProjectsQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('project.write');
  const path = useAccountPath();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const add = mayWrite && (
    <Button component={Link} to={path('projects/new')} variant="filled">
      Add project
    </Button>
  );
  return (
    <div ref={area}>
      <ScreenHead title="Projects" documentTitle="Projects" actions={query.data && query.data.length > 0 && add} />
      <Loaded
        query={query}
        failed="Projects could not be loaded"
        skeleton={<RowsSkeleton rows={4} />}
        empty={
          <EmptyState
            title="No projects yet"
            why="A project is a repository with tests in it. Runs are started for a project."
            action={add}
          />
        }
        framed
      >
        {(projects) => (
          <ul className={`${list.list} ${styles.list}`} aria-label="Projects">
            {projects.map((project) => (
              <ProjectRow key={project.id} project={project} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function ProjectRow({ project, mayWrite }: { project: ProjectView; mayWrite: boolean }) {
  const path = useAccountPath();
  return (
    <li className={styles.row}>
      <Link
        to={path(`projects/${project.key}`)}
        className={styles.link}
        data-row
        aria-label={project.name}
        title={[project.name, project.gitUrl, project.defaultBranch].filter(Boolean).join('\n')}
      />
      <div className={styles.cell}>
        <div className="truncate">
          <strong dir="auto">{project.name}</strong>
        </div>
        <div className={`${styles.meta} truncate`}>{project.key}</div>
      </div>
      <div className={`${styles.cell} ${styles.wide}`}>{project.otherFramework ?? project.testingFramework}</div>
      <div className={`${styles.cell} ${styles.wide} soft truncate`}>{project.gitUrl ?? 'uploaded builds'}</div>
      <div className={`${styles.cell} ${styles.wide} truncate`}>{project.defaultBranch}</div>
      <LastRun project={project} />
      {mayWrite && (
        <div className={styles.menu}>
          <ProjectMenu project={project} />
        </div>
      )}
    </li>
  );
}

function LastRun({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  const run = project.lastRun;
  if (!run) return <div className={`${styles.lastRun} soft`}>No runs yet</div>;
  return (
    <div className={styles.lastRun}>
      <StatusShape shape={shapeOfRun(run)} label={displayOfRun(run)} />
      <Link className="link tabular fingerTall" to={path(`test-runs/${run.testRunId}`)}>
        #{run.number}
      </Link>
      <span className="soft truncate">
        <RelativeTime time={run.createdAt} />
      </span>
    </div>
  );
}
