import type { SessionView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from 'react-router';
import {
  useEndSessionMutation,
  useListSessionsQuery,
  useLogOutEverywhereMutation,
} from '../../connection/serviceHooks.ts';
import { useForgetSession, useLogOut } from '../../connection/useLogOut.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import styles from '../../ui/form/form.module.css';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import { Tag } from '../../ui/Tag.tsx';
import { browserName } from './browserName.ts';

const columns: readonly Column<SessionView>[] = [
  {
    key: 'browser',
    title: 'Browser',
    cell: ({ userAgent, current }) => (
      <span title={userAgent ?? undefined}>
        {nameOf(userAgent)} {current && <Tag>this browser</Tag>}
      </span>
    ),
  },
  {
    key: 'address',
    title: 'Address',
    cell: ({ address }) => address ?? <span className="soft">unknown</span>,
    shownFrom: 'wide',
  },
  { key: 'started', title: 'Started', cell: ({ startedAt }) => <RelativeTime time={startedAt} />, shownFrom: 'wide' },
  {
    key: 'used',
    title: 'Last used',
    cell: ({ lastUsedAt, current }) => (current ? 'now' : <RelativeTime time={lastUsedAt} />),
  },
  { key: 'actions', title: '', numeric: true, cell: (session) => <SignOutButton session={session} /> },
];

/** Where somebody is signed in, and the ways to end that. */
export function Sessions() {
  const query = useListSessionsQuery();
  const askToLogOut = useLogOutEverywhere();
  return (
    <section className={styles.stack} aria-labelledby="sessions">
      <div className={styles.actions}>
        <h2 id="sessions" className={styles.title}>
          Sessions
        </h2>
        <span className={styles.spacer} />
        <Button onClick={askToLogOut}>Log out everywhere</Button>
      </div>
      <Loaded
        query={query}
        failed="The sessions could not be loaded"
        skeleton={<RowsSkeleton rows={2} height={40} />}
        framed
      >
        {(sessions) => <DataTable label="Sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />}
      </Loaded>
    </section>
  );
}

function SignOutButton({ session: { id, current, userAgent } }: { session: SessionView }) {
  const [end, { isLoading }] = useEndSessionMutation();
  const logOut = useLogOut();

  async function signOut(): Promise<void> {
    if (current) {
      await logOut();
      return;
    }
    const { error } = await end({ params: { id } });
    if (error) showFailure(error);
  }

  return (
    <Button
      size="compact-xs"
      loading={isLoading}
      onClick={() => void signOut()}
      aria-label={`Sign out ${current ? 'this browser' : nameOf(userAgent)}`}
    >
      Sign out
    </Button>
  );
}

/** @returns a function that ends every session, this one as well, once that is confirmed. */
function useLogOutEverywhere(): () => void {
  const [logOutEverywhere] = useLogOutEverywhereMutation();
  const forgetSession = useForgetSession();
  const navigate = useNavigate();
  return () =>
    modals.openConfirmModal({
      title: 'Log out everywhere?',
      children: 'All your sessions end, this one as well. API keys go on working.',
      labels: { confirm: 'Log out everywhere', cancel: 'Go back' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await logOutEverywhere();
        if (error) {
          showFailure(error);
          return;
        }
        forgetSession();
        await navigate('/login', { replace: true });
      },
    });
}

function nameOf(userAgent: string | null): string {
  return (userAgent !== null && browserName(userAgent)) || 'Unknown browser';
}
