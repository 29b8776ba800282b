import type { SharedLinkView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useListProjectsQuery, useRevokeSharedLinkMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { askToDelete } from '../askToDelete.ts';
import { useCopy } from '../copy/useCopy.ts';
import { type Column, DataTable } from '../DataTable.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './sharedLinks.module.css';

type Props = {
  links: readonly SharedLinkView[];
  /** Whether they are of several runs. */
  ofRuns?: boolean;
};

/** Links that show test runs without signing in: who created them, when they were last used, and a way to revoke each. */
export function SharedLinkTable({ links, ofRuns = false }: Props) {
  return (
    <DataTable
      label="Shared links"
      columns={ofRuns ? [runColumn, ...columns] : columns}
      rows={links}
      keyOf={({ id }) => id}
    />
  );
}

const runColumn: Column<SharedLinkView> = { key: 'run', title: 'Test run', cell: (link) => <RunLink link={link} /> };

const columns: readonly Column<SharedLinkView>[] = [
  {
    key: 'created',
    title: 'Created',
    cell: ({ createdAt, createdBy, includesScreenshots, includesOutput }) => (
      <>
        <RelativeTime time={createdAt} /> by {createdBy?.fullName ?? 'an API key'}
        <span className={styles.details}>{includedText({ includesScreenshots, includesOutput })}</span>
      </>
    ),
  },
  {
    key: 'used',
    title: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="soft">never</span> : <RelativeTime time={lastUsedAt} />,
    shownFrom: 'wide',
  },
  { key: 'expires', title: 'Expires', cell: ({ expiresAt }) => <RelativeTime time={expiresAt} /> },
  { key: 'actions', title: '', numeric: true, cell: (link) => <LinkActions link={link} /> },
];

function includedText({
  includesScreenshots,
  includesOutput,
}: Pick<SharedLinkView, 'includesScreenshots' | 'includesOutput'>) {
  const more = [includesScreenshots && 'screenshots', includesOutput && 'output'].filter(Boolean);
  return ['Results and errors', ...more].join(', ');
}

function RunLink({ link: { projectId, testRunId, testRunNumber } }: { link: SharedLinkView }) {
  const { data: projects = [] } = useListProjectsQuery();
  const path = useAccountPath();
  const name = projects.find(({ id }) => id === projectId)?.name;
  return (
    <Link className="link" to={path(`test-runs/${testRunId}`)}>
      {name} #{testRunNumber}
    </Link>
  );
}

function LinkActions({ link: { id, url } }: { link: SharedLinkView }) {
  const { copied, copy } = useCopy(url);
  const [revoke] = useRevokeSharedLinkMutation();
  const ask = () =>
    askToDelete({
      name: 'this link',
      verb: 'Revoke',
      follows: 'It stops working immediately. This cannot be undone.',
      remove: () => revoke({ params: { id } }),
    });
  return (
    <span className={styles.actions}>
      <Button size="compact-xs" onClick={copy}>
        {copied ? 'Copied' : 'Copy link'}
      </Button>
      <Button size="compact-xs" onClick={ask}>
        Revoke
      </Button>
    </span>
  );
}
