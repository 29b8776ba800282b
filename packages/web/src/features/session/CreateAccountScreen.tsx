import { messages, type RegistrationView } from '@assay/contract';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useGetRegistrationQuery } from '../../connection/serviceHooks.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useInvitationOfUrl, withInvitation } from './useInvitationOfUrl.ts';

/** Creates a login. Somebody who is signed in already is sent to the account, or to the invitation in the URL. */
export function CreateAccountScreen() {
  const token = useSelector((state: ConnectionState) => state.session.token);
  const [wasSignedIn] = useState(token !== null);
  const [isMailed, setMailed] = useState(false);
  const invitation = useInvitationOfUrl();
  if (wasSignedIn) return <Navigate to={invitation ? withInvitation('/accept', invitation) : '/'} replace />;
  return (
    <AuthScreen
      title="Create account"
      foot={
        <>
          Already have an account?{' '}
          <Link className="link inText" to={invitation ? withInvitation('/login', invitation) : '/login'}>
            Sign in
          </Link>
        </>
      }
    >
      {invitation && <RegisterForm invitation={invitation} />}
      {!invitation && isMailed && (
        <p className={styles.text} role="status">
          {messages.checkYourEmail}
        </p>
      )}
      {!invitation && !isMailed && <Registering onMailed={() => setMailed(true)} />}
    </AuthScreen>
  );
}

/** For somebody who was not invited. */
function Registering({ onMailed }: { onMailed: () => void }) {
  const query = useGetRegistrationQuery();
  const [search] = useSearchParams();
  const known = { email: search.get('email') ?? '', promoCode: search.get('promoCode') ?? '' };
  return (
    <Loaded query={query} failed="The form could not be loaded" skeleton={null}>
      {(registration: RegistrationView) =>
        registration.open ? (
          <RegisterForm registration={registration} known={known} onMailed={onMailed} />
        ) : (
          <p className={styles.text}>{messages.registrationClosed}</p>
        )
      }
    </Loaded>
  );
}
