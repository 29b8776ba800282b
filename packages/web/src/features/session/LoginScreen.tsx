import { lazy, Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { useGetRegistrationQuery } from '../../connection/serviceHooks.ts';
import styles from './AuthScreen.module.css';
import { PasswordSteps } from './PasswordSteps.tsx';
import { Providers } from './Providers.tsx';
import { useInvitationOfUrl, withInvitation } from './useInvitationOfUrl.ts';

const PendingInvitation = lazy(async () => ({ default: (await import('./PendingInvitation.tsx')).PendingInvitation }));

/**
 * Sign-in by a provider or by password; then opens the requested page, or the test runs. An invitation in the URL is
 * accepted first.
 */
export function LoginScreen() {
  const token = useSelector((state: ConnectionState) => state.session.token);
  const [place] = useState(() => rememberedSession.place());
  const invitation = useInvitationOfUrl();
  const { state } = useLocation();
  const [search] = useSearchParams();

  useEffect(() => {
    if (token !== null) rememberedSession.forgetPlace();
  }, [token]);

  if (token !== null) {
    if (!invitation) return <Navigate to={place ?? '/'} state={{ signedIn: true }} replace />;
    return (
      <Suspense fallback={null}>
        <PendingInvitation invitation={invitation} />
      </Suspense>
    );
  }

  return (
    <PasswordSteps
      title="Sign in to Assay"
      documentTitle="Sign in"
      email={search.get('email') ?? ''}
      foot={<ToCreateAccount />}
    >
      {state?.emailVerified && (
        <p className={styles.text} role="status">
          Your email address is verified. Sign in to get started.
        </p>
      )}
      {state?.passwordChanged && (
        <p className={styles.text} role="status">
          Your password was changed. Sign in with the new one.
        </p>
      )}
      <Providers
        returnTo={invitation ? withInvitation('/login', invitation) : (place ?? '/')}
        invitation={invitation}
      />
    </PasswordSteps>
  );
}

/** Where anybody may. The document is loaded again, because the captcha's script needs the policy of that page. */
function ToCreateAccount() {
  const { data: registration } = useGetRegistrationQuery();
  const { search } = useLocation();
  if (!registration?.open) return null;
  return (
    <>
      New to Assay?{' '}
      <Link className="link" to={`/create-account${search}`} reloadDocument={registration.captcha !== null}>
        Create account
      </Link>
    </>
  );
}
