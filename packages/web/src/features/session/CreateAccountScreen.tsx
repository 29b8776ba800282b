import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, Navigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useInvitationOfUrl, withInvitation } from './useInvitationOfUrl.ts';

/** Creates a login. Somebody who is signed in already is sent to the account, or to the invitation in the URL. */
export function CreateAccountScreen() {
  const token = useSelector((state: ConnectionState) => state.session.token);
  const [wasSignedIn] = useState(token !== null);
  const invitation = useInvitationOfUrl();
  if (wasSignedIn) return <Navigate to={invitation ? withInvitation('/accept', invitation) : '/'} replace />;
  return (
    <AuthScreen
      title="Create account"
      foot={
        <>
          Already have an account?{' '}
          <Link className="link" to={invitation ? withInvitation('/login', invitation) : '/login'}>
            Sign in
          </Link>
        </>
      }
    >
      <RegisterForm invitation={invitation} />
    </AuthScreen>
  );
}
