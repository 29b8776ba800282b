import { type InvitationView, roleLabels } from '@assay/contract';
import { ActionIcon, Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  useLazyGetInvitationLinkQuery,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
} from '../../../connection/serviceHooks.ts';
import { useCopy } from '../../../ui/copy/useCopy.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { IconTrash } from '../../../ui/icons/icons.ts';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useNow } from '../../../ui/useNow.ts';
import { invitationValidity } from './invitationValidity.ts';
import { Address, PersonName } from './PersonName.tsx';
import styles from './users.module.css';

const columns: readonly Column<InvitationView>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: (invitation) => (
      <PersonName name={invitation.fullName} email={invitation.email} note={<Validity invitation={invitation} />} />
    ),
  },
  { key: 'email', title: 'Email', cell: ({ email }) => <Address email={email} />, shownFrom: 'wide' },
  { key: 'role', title: 'Role', cell: ({ roleType }) => roleLabels[roleType], shownFrom: 'wide' },
  {
    key: 'sent',
    title: 'Sent',
    cell: ({ sentAt, sentBy }) => (
      <div className={`${styles.sent} truncate`} title={sentBy ? `by ${sentBy.fullName}` : undefined}>
        <RelativeTime time={sentAt} />
        {sentBy && ` by ${sentBy.fullName}`}
      </div>
    ),
    shownFrom: 'wide',
  },
  { key: 'valid', title: 'Valid', cell: (invitation) => <Validity invitation={invitation} />, shownFrom: 'wide' },
  { key: 'actions', title: '', cell: (invitation) => <InvitationActions invitation={invitation} /> },
];

/** Invitations that nobody has accepted yet; nothing while there are none. */
export function Invitations({ query }: { query: Query<InvitationView[]> }) {
  return (
    <Loaded query={query} failed="The invitations could not be loaded" empty={null} framed>
      {(invitations) => (
        <section aria-labelledby="pending-invitations">
          <h2 id="pending-invitations" className={styles.heading}>
            Pending invitations <span className={styles.count}>{formatCount(invitations.length)}</span>
          </h2>
          <DataTable label="Pending invitations" columns={columns} rows={invitations} keyOf={({ id }) => id} />
        </section>
      )}
    </Loaded>
  );
}

function Validity({ invitation: { validUntil } }: { invitation: InvitationView }) {
  const { isExpired, text } = invitationValidity(validUntil, useNow(30_000));
  return (
    <span
      className={isExpired ? `${styles.validity} ${styles.expired}` : styles.validity}
      title={formatExactTime(validUntil)}
    >
      {text}
    </span>
  );
}

function InvitationActions({ invitation }: { invitation: InvitationView }) {
  const { id, email, fullName, validUntil } = invitation;
  const [resend, { isLoading: isResending }] = useResendInvitationMutation();
  const [withdraw] = useWithdrawInvitationMutation();
  const { isExpired } = invitationValidity(validUntil, useNow(30_000));

  async function sendAgain(): Promise<void> {
    const { error } = await resend({ params: { id } });
    if (error) showFailure(error);
    else showDone(`Sent to ${email} again, with a new link`);
  }

  function askToDelete(): void {
    modals.openConfirmModal({
      title: `Delete the invitation of ${fullName}?`,
      children: 'The link in its mail stops working at once.',
      labels: { confirm: 'Delete invitation', cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await withdraw({ params: { id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <div className={styles.actions}>
      <Button
        size="compact-xs"
        loading={isResending}
        onClick={() => void sendAgain()}
        aria-label={`Resend the invitation of ${fullName}`}
      >
        Resend
      </Button>
      {!isExpired && <CopyLinkButton invitation={invitation} />}
      <ActionIcon aria-label={`Delete the invitation of ${fullName}`} onClick={askToDelete}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

/** Copies the link, for where mail does not arrive; it is asked for only then, because it lets its reader in. */
function CopyLinkButton({ invitation: { id, fullName } }: { invitation: InvitationView }) {
  const [getLink] = useLazyGetInvitationLinkQuery();
  const { copied, copy } = useCopy(async () => {
    const { data, error } = await getLink({ params: { id } });
    if (error) showFailure(error);
    return data ? `${window.location.origin}${data.path}` : null;
  });
  return (
    <Button
      size="compact-xs"
      className={copied ? `${styles.copy} ${styles.done}` : styles.copy}
      onClick={copy}
      aria-label={`${copied ? 'Copied' : 'Copy'} link of ${fullName}`}
    >
      {copied ? 'Copied' : 'Copy link'}
    </Button>
  );
}
