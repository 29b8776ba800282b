import { type InvitationOffer, type InvitationQuery, messages, roleLabels } from '@assay/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { useGetInvitationQuery } from '../../connection/serviceHooks.ts';
import { useEndSession } from '../../connection/useLogOut.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { Providers } from './Providers.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useInvitationOfUrl, withInvitation } from './useInvitationOfUrl.ts';

/** Where the mail of an invitation leads: who is invited to what, and how to accept it. Any session ends first. */
export function AcceptScreen() {
  const isSignedOut = useSignedOut();
  const invitation = useInvitationOfUrl();
  if (!isSignedOut) return null;
  if (invitation) return <Offer invitation={invitation} />;
  return (
    <AuthScreen title="Invitation">
      <InvalidInvitation />
    </AuthScreen>
  );
}

function Offer({ invitation }: { invitation: InvitationQuery }) {
  const query = useGetInvitationQuery({ query: invitation });
  const isInvalid = asServiceError(query.error)?.code === 'invitation.invalid';
  return (
    <AuthScreen title={query.data ? `Join ${query.data.accountName}` : 'Invitation'} documentTitle="Invitation">
      <Loaded
        query={query}
        failed={isInvalid ? <InvalidInvitation /> : 'The invitation could not be loaded'}
        skeleton={null}
      >
        {(offer) => <Ways offer={offer} invitation={invitation} />}
      </Loaded>
    </AuthScreen>
  );
}

function Ways({ offer, invitation }: { offer: InvitationOffer; invitation: InvitationQuery }) {
  const { accountName, email, firstName, lastName, roleType, canSignIn } = offer;
  return (
    <>
      <p className={styles.text}>
        {firstName} {lastName} ({email}) is invited to <strong>{accountName}</strong> as {roleLabels[roleType]}.
      </p>
      {canSignIn ? (
        <Button
          component={Link}
          to={withInvitation('/login', invitation)}
          variant="filled"
          size="sm"
          fullWidth
          className={styles.submit}
        >
          Sign in
        </Button>
      ) : (
        <>
          <Providers returnTo={withInvitation('/login', invitation)} invitation={invitation} />
          <RegisterForm invitation={invitation} known={{ firstName, lastName }} />
        </>
      )}
    </>
  );
}

function InvalidInvitation() {
  return (
    <p className={styles.failed} role="alert">
      {messages.invitationInvalid}
    </p>
  );
}

/** Ends the session that was open when the screen was; true once there is none. */
function useSignedOut(): boolean {
  const token = useSelector((state: ConnectionState) => state.session.token);
  const [isSignedOut, setSignedOut] = useState(token === null);
  const endSession = useEndSession();
  useEffect(() => {
    if (!isSignedOut) void endSession().then(() => setSignedOut(true));
  }, [isSignedOut, endSession]);
  return isSignedOut;
}
