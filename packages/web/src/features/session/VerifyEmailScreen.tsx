import { messages, type VerifyEmailQuery } from '@assay/contract';
import { Button } from '@mantine/core';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { useVerifyEmailMutation } from '../../connection/serviceHooks.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { useOnce } from '../../ui/useOnce.ts';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { useInvitationOfUrl as useTokenOfUrl } from './useInvitationOfUrl.ts';

/** Where the mail to a new address leads: makes the login; then the person signs in. */
export function VerifyEmailScreen() {
  const link = useTokenOfUrl();
  return <AuthScreen title="Verify email">{link ? <Verification link={link} /> : <Invalid />}</AuthScreen>;
}

function Verification({ link }: { link: VerifyEmailQuery }) {
  const isSignedIn = useSelector((state: ConnectionState) => state.session.token !== null);
  const [verify, { error }] = useVerifyEmailMutation();
  const navigate = useNavigate();

  async function send(): Promise<void> {
    const answer = await verify({ query: link });
    if (answer.error && !isSignedIn) return;
    if (isSignedIn) await navigate('/', { replace: true });
    else {
      const place = `/login?${new URLSearchParams({ email: link.email })}`;
      await navigate(place, { replace: true, state: { emailVerified: true } });
    }
  }
  useOnce(send);

  if (!error) {
    return (
      <div role="status" aria-label="Verifying">
        <RowsSkeleton rows={2} />
      </div>
    );
  }
  const failure = asServiceError(error);
  if (failure?.code === 'registration.invalid' || failure?.status === 400) return <Invalid />;
  return (
    <>
      <p className={styles.failed} role="alert">
        {failure?.message ?? messages.tryAgain}
      </p>
      <Button variant="filled" size="sm" fullWidth className={styles.submit} onClick={() => void send()}>
        Try again
      </Button>
    </>
  );
}

function Invalid() {
  return (
    <>
      <p className={styles.failed} role="alert">
        {messages.verificationInvalid}
      </p>
      <Button
        component={Link}
        to="/create-account"
        reloadDocument
        variant="filled"
        size="sm"
        fullWidth
        className={styles.submit}
      >
        Create New Account
      </Button>
    </>
  );
}
