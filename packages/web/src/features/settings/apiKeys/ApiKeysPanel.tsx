import { apiKeyScopeLabels, type NamedApiKeyView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useListApiKeysQuery, useRevokeApiKeyMutation } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { timeOf } from '../../../ui/format/formatTime.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useNow } from '../../../ui/useNow.ts';
import { ApiKeyModal } from './ApiKeyModal.tsx';
import styles from './apiKeys.module.css';

const pageSize = 100;

/** The named API keys of the account, each with its scope; administrators make and revoke them. */
export function ApiKeysPanel() {
  const query = useListApiKeysQuery();
  const [isCreating, { open, close }] = useDisclosure(false);
  const create = (
    <Button variant="filled" onClick={open}>
      New API key
    </Button>
  );
  const hasKeys = query.data !== undefined && query.data.length > 0;
  return (
    <section aria-label="API keys">
      {hasKeys && (
        <div className={styles.head}>
          <p className={styles.about}>
            Programs send a key as a bearer token, or as <code>ASSAY_API_KEY</code> of the command line.
          </p>
          {create}
        </div>
      )}
      <Loaded
        query={query}
        failed="The API keys could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={
          <EmptyState
            title="No API keys"
            why="A key lets a program, such as a CI job or a coding agent, act in this account within the scope that you choose."
            action={create}
          />
        }
        framed
      >
        {(keys) => <KeyTable keys={keys} />}
      </Loaded>
      <ApiKeyModal opened={isCreating} onClose={close} />
    </section>
  );
}

function KeyTable({ keys }: { keys: readonly NamedApiKeyView[] }) {
  const [page, setPage] = useState(1);
  // Revoking may empty the last page.
  const current = Math.min(page, Math.ceil(keys.length / pageSize));
  const shown = keys.slice((current - 1) * pageSize, current * pageSize);
  return (
    <>
      <DataTable label="API keys" columns={columns} rows={shown} keyOf={({ id }) => id} />
      {keys.length > pageSize && (
        <Pager page={current} size={pageSize} shown={shown.length} total={keys.length} onPage={setPage} />
      )}
    </>
  );
}

const columns: readonly Column<NamedApiKeyView>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: ({ name, end, scope }) => (
      <>
        <strong className={`${styles.name} truncate`} title={name}>
          {name}
        </strong>
        <span className={styles.end}>…{end}</span>
        <span className={styles.details}>{apiKeyScopeLabels[scope]}</span>
      </>
    ),
  },
  { key: 'scope', title: 'Scope', cell: ({ scope }) => apiKeyScopeLabels[scope], shownFrom: 'wide' },
  {
    key: 'created',
    title: 'Created',
    cell: ({ createdAt, createdBy }) => (
      <span className={`${styles.created} truncate`}>
        <RelativeTime time={createdAt} />
        {createdBy && ` by ${createdBy.fullName}`}
      </span>
    ),
    shownFrom: 'widest',
  },
  {
    key: 'used',
    title: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="soft">never</span> : <RelativeTime time={lastUsedAt} />,
    shownFrom: 'wide',
  },
  { key: 'expires', title: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  { key: 'actions', title: '', numeric: true, cell: (key) => <RevokeButton apiKey={key} /> },
];

function Expiry({ at }: { at: string | null }) {
  const now = useNow(30_000);
  if (at === null) return <span className="soft">never</span>;
  return timeOf(at) > now ? <RelativeTime time={at} /> : <span className={styles.expired}>expired</span>;
}

function RevokeButton({ apiKey: { id, name } }: { apiKey: NamedApiKeyView }) {
  const [revoke] = useRevokeApiKeyMutation();

  function askToRevoke(): void {
    modals.openConfirmModal({
      title: `Revoke ${name}?`,
      children: 'Whatever uses this key is refused at once. It cannot be brought back.',
      labels: { confirm: `Revoke ${name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await revoke({ params: { id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <Button size="compact-xs" onClick={askToRevoke} aria-label={`Revoke ${name}`}>
      Revoke
    </Button>
  );
}
