import { limits, type ProjectView } from '@assay/contract';
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useListBranchesQuery, useListCommitsQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './home.module.css';
import { Panel } from './Panel.tsx';

/** Whether the repository can be read, and what is newest in it. */
export function RepositoryPanel({ project }: { project: ProjectView }) {
  const params = { id: project.id };
  const { data: branches, error, isFetching, refetch } = useListBranchesQuery({ params });
  const isThere = branches?.some(({ name }) => name === project.defaultBranch) ?? false;
  const { data: commits } = useListCommitsQuery(
    { params, query: { branch: project.defaultBranch } },
    { skip: !isThere },
  );
  const [newest] = commits ?? [];
  if (error) {
    return (
      <Panel title="Repository" aside={<State shape="fail">cannot be read</State>}>
        <div className={styles.facts}>
          <p className={styles.trouble}>{asServiceError(error)?.message ?? 'Please try again'}</p>
          <Button size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      </Panel>
    );
  }
  if (!branches) return <Panel title="Repository" aside={<Loader size={12} />} />;
  return (
    <Panel
      title="Repository"
      aside={isThere ? <State shape="pass">readable</State> : <State shape="ignored">to check</State>}
    >
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt className="truncate" title={project.defaultBranch}>
            {project.defaultBranch}
          </dt>
          <dd>
            {isThere && newest && (
              <>
                <div className="truncate" title={newest.message}>
                  <code>{newest.id.slice(0, limits.commitLength)}</code> {newest.message}
                </div>
                <div className="soft">
                  {newest.user}, <RelativeTime time={newest.date} />
                </div>
              </>
            )}
            {!isThere && <span className={styles.trouble}>There is no such branch. Change the default branch.</span>}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>Branches</dt>
          <dd className="tabular">{formatCount(branches.length)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function State({ shape, children }: { shape: 'pass' | 'fail' | 'ignored'; children: ReactNode }) {
  return (
    <span className={styles.state}>
      <StatusShape shape={shape} label="" size={12} /> {children}
    </span>
  );
}
