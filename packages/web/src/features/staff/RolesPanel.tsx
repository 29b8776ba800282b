import { limits, roleLabels, type UserView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useDropOwnRoleMutation, useGetMeQuery } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './staff.module.css';
import { TakeRoleModal } from './TakeRoleModal.tsx';

type Role = UserView['roles'][number];

/** The person's own roles, in whatever account; they take others for some hours, and give them up. */
export function RolesPanel() {
  const query = useGetMeQuery();
  const [isTaking, setTaking] = useState(false);
  return (
    <section aria-label="Roles">
      <div className={styles.head}>
        <p className={styles.about}>
          A role that you take ends after {limits.staffRoleHours} hours. The administrators are told, with your reason.
        </p>
        <Button variant="filled" onClick={() => setTaking(true)}>
          Take a role
        </Button>
      </div>
      <Loaded
        query={query}
        failed="Your roles could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        isEmpty={({ roles }) => roles.length === 0}
        empty={<EmptyState title="You have no role" why="You are in no organization. Take a role to see one." />}
        framed
      >
        {({ roles }) => <DataTable label="Roles" columns={columns} rows={roles} keyOf={({ id }) => id} stacks />}
      </Loaded>
      <TakeRoleModal opened={isTaking} onClose={() => setTaking(false)} />
    </section>
  );
}

const columns: readonly Column<Role>[] = [
  {
    key: 'account',
    title: 'Organization',
    cell: ({ accountName }) => (
      <a className="link" href={`/${encodeURIComponent(accountName)}/dashboard`}>
        {accountName}
      </a>
    ),
  },
  { key: 'role', title: 'Role', cell: ({ roleType }) => roleLabels[roleType] },
  {
    key: 'until',
    title: 'Ends',
    cell: ({ staffUntil }) =>
      staffUntil === null ? <span className="soft">stays</span> : <RelativeTime time={staffUntil} />,
  },
  { key: 'actions', title: '', numeric: true, cell: (role) => <GiveUpButton role={role} /> },
];

/** Gives the role up, once that is confirmed. */
function GiveUpButton({ role: { id, roleType, accountName, staffUntil } }: { role: Role }) {
  const [drop, { isLoading }] = useDropOwnRoleMutation();
  const ask = () =>
    modals.openConfirmModal({
      title: `Give up your role in ${accountName}?`,
      children: `You are no longer ${roleLabels[roleType]} there, at once. ${
        staffUntil === null
          ? 'Only its administrators can invite you again.'
          : 'You can take a role again, with a reason.'
      }`,
      labels: { confirm: 'Give up', cancel: 'Go back' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await drop({ params: { id } });
        if (error) showFailure(error);
      },
    });
  return (
    <Button size="compact-xs" loading={isLoading} onClick={ask} aria-label={`Give up the role in ${accountName}`}>
      Give up
    </Button>
  );
}
