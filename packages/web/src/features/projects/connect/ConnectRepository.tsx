import type { RepositoryProposals } from '@assay/contract';
import { limits, withoutGitCredentials } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import list from '../../../ui/list.module.css';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './connect.module.css';
import { FoundProjects } from './FoundProjects.tsx';
import { RepositoryUrl } from './RepositoryUrl.tsx';
import { useLook } from './useLook.ts';

/** Adds a project from the URL of its repository: looks at it, shows what was found and why, and starts a first run. */
export function ConnectRepository({
  onByHand,
}: {
  /** @param from what is known already */
  onByHand: (from: { gitUrl: string; defaultBranch?: string }) => void;
}) {
  const look = useLook();
  const [gitUrl, setGitUrl] = useState('');
  const { state } = look;
  return (
    <>
      <RepositoryUrl look={look} onLook={setGitUrl} onByHand={onByHand} />
      {state.kind === 'found' && <LookedAt found={state.found} gitUrl={gitUrl} />}
      {state.kind === 'found' &&
        (state.found.proposals.length > 0 ? (
          <FoundProjects key={`${gitUrl} ${state.found.commit}`} found={state.found} gitUrl={gitUrl} />
        ) : (
          <div className={list.list}>
            <EmptyState
              title="No tests were found"
              why={`Branch ${state.found.branch} has ${counted(state.found.fileCount, 'file')}, and no test, config file or dependency of a known framework. Any command that writes JUnit XML can still be run.`}
              action={
                <Button onClick={() => onByHand({ gitUrl, defaultBranch: state.found.defaultBranch })}>
                  Enter its settings
                </Button>
              }
            />
          </div>
        ))}
    </>
  );
}

function LookedAt({ found, gitUrl }: { found: RepositoryProposals; gitUrl: string }) {
  const path = useAccountPath();
  const { data: projects = [] } = useListProjectsQuery();
  const same = projects.filter((project) => project.gitUrl === withoutGitCredentials(gitUrl));
  const seconds = (found.tookMs / 1000).toFixed(1);
  return (
    <p className={styles.looked} role="status">
      <StatusShape shape="pass" label="" />
      <span>
        Read <code>{found.branch}</code> at <code>{found.commit.slice(0, limits.gitRefLengthOnRun)}</code> in {seconds}s
        · {counted(found.fileCount, 'file')}
        {same.length > 0 && ' · read by '}
        {same.map(({ id, key, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link className="link" to={path(`projects/${key}`)}>
              {name}
            </Link>
          </span>
        ))}
        {same.length > 0 && ' already'}
      </span>
    </p>
  );
}
