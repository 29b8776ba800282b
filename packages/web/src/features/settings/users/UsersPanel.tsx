import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useListInvitationsQuery } from '../../../connection/serviceHooks.ts';
import list from '../../../ui/list.module.css';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { Invitations } from './Invitations.tsx';
import { People } from './People.tsx';
import { SsoRolesSection } from './ssoRoles/SsoRolesSection.tsx';
import styles from './users.module.css';

const InviteForm = lazy(async () => ({ default: (await import('./InviteForm.tsx')).InviteForm }));

/** The people of the account. Administrators also see who is invited, invite, change roles and remove. */
export function UsersPanel() {
  const mayInvite = useMay('invitation.write');
  const invitations = useListInvitationsQuery(undefined, { skip: !mayInvite });
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  // Shown together, so that the invitations do not push the people down when they come.
  if (invitations.isLoading) {
    return (
      <div className={list.list}>
        <RowsSkeleton rows={6} height={40} />
      </div>
    );
  }
  return (
    <div className={styles.panel}>
      {form === 'open' ? (
        <div className={styles.invite}>
          <Suspense fallback={null}>
            <InviteForm onClose={() => setForm('closed')} />
          </Suspense>
        </div>
      ) : (
        <div className={styles.head}>
          <p className={styles.about}>
            Users run tests and work with their results; administrators also change settings and people.
          </p>
          {mayInvite && (
            <Button variant="filled" autoFocus={form === 'closed'} onClick={() => setForm('open')}>
              Invite
            </Button>
          )}
        </div>
      )}
      {mayInvite && <Invitations query={invitations} />}
      <People />
      <SsoRolesSection />
    </div>
  );
}
