import { type InvitationQuery, messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { asServiceError } from '../../connection/serviceError.ts';
import { useAcceptInvitationMutation } from '../../connection/serviceHooks.ts';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

/** Accepts the invitation for whoever just signed in, then opens its account; says so if that fails. */
export function PendingInvitation({ invitation }: { invitation: InvitationQuery }) {
  const [accept, { data: accepted, error }] = useAcceptInvitationMutation();
  useEffect(() => {
    void accept({ query: invitation });
  }, [accept, invitation]);
  if (accepted) return <Navigate to={`/${encodeURIComponent(accepted.accountName)}`} replace />;
  if (!error) return null;
  return (
    <AuthScreen title="Invitation not accepted">
      <p className={styles.failed} role="alert">
        {asServiceError(error)?.message ?? messages.tryAgain}
      </p>
      <Button component={Link} to="/" replace variant="filled" size="sm" fullWidth className={styles.submit}>
        Continue
      </Button>
    </AuthScreen>
  );
}
