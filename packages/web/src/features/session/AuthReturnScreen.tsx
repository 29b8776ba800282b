import { type AuthReturnAnswer, type AuthReturnRequest, messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useFinishAuthMutation, useLinkExternalIdentityMutation } from '../../connection/authProviders.ts';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { PasswordSteps } from './PasswordSteps.tsx';
import { useOnce } from './useOnce.ts';

type Unlinked = Extract<AuthReturnAnswer, { status: 'unlinked' }>;

/** Where a provider sends the browser back to: signs in, or links the provider's account. */
export function AuthReturnScreen() {
  const [search] = useSearchParams();
  const [returned] = useState(() => returnedBy(search));
  const [finish, { error }] = useFinishAuthMutation();
  const [unlinked, setUnlinked] = useState<Unlinked | null>(null);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();

  useOnce(async () => {
    if (!returned) return;
    const { data } = await finish({ body: returned });
    if (data?.status === 'unlinked') setUnlinked(data);
    if (data?.status !== 'signedIn') return;
    rememberedSession.forgetPlace();
    dispatch(signedIn({ token: data.token }));
    await navigate(data.returnTo, { replace: true, state: { signedIn: true } });
  });

  if (unlinked) return <LinkSteps unlinked={unlinked} />;
  if (!returned) return <Failed message={wasDenied(search) ? messages.authDenied : messages.authReturnFailed} />;
  if (error) return <Failed message={asServiceError(error)?.message ?? messages.authReturnFailed} />;
  return <Finishing />;
}

/** Whose address the provider's account has must show that it is them, unless they are signed in. */
function LinkSteps({ unlinked }: { unlinked: Unlinked }) {
  const token = useSelector((state: ConnectionState) => state.session.token);
  if (token !== null) return <Linking unlinked={unlinked} />;
  const { email, label } = unlinked;
  return (
    <PasswordSteps title={`Link your ${label} account`} documentTitle="Sign in" email={email}>
      <p className={styles.text}>
        You already sign in here as <strong>{email}</strong>. Sign in by password this once; from then on you can
        continue with {label}.
      </p>
    </PasswordSteps>
  );
}

function Linking({ unlinked: { authId, returnTo } }: { unlinked: Unlinked }) {
  const [link, { error }] = useLinkExternalIdentityMutation();
  const navigate = useNavigate();
  useOnce(async () => {
    const { data } = await link({ body: { authId } });
    if (!data) return;
    rememberedSession.forgetPlace();
    await navigate(returnTo, { replace: true });
  });
  if (error) return <Failed message={asServiceError(error)?.message ?? messages.authReturnFailed} back={returnTo} />;
  return <Finishing />;
}

function Finishing() {
  return (
    <AuthScreen title="Finishing sign-in">
      <div role="status" aria-label="Finishing sign-in">
        <RowsSkeleton rows={2} />
      </div>
    </AuthScreen>
  );
}

function Failed({ message, back = '/login' }: { message: string; back?: string }) {
  return (
    <AuthScreen title="Not signed in" documentTitle="Sign in">
      <p className={styles.failed} role="alert">
        {message}
      </p>
      <Button component={Link} to={back} replace variant="filled" size="sm" fullWidth className={styles.submit}>
        {back === '/login' ? 'Back to sign in' : 'Continue'}
      </Button>
    </AuthScreen>
  );
}

/** @returns what finishes the sign-in; null when the provider sent no code. */
function returnedBy(search: URLSearchParams): AuthReturnRequest | null {
  const [authId, code, iss] = ['state', 'code', 'iss'].map((name) => search.get(name));
  return authId && code ? { authId, code, ...(iss ? { iss } : {}) } : null;
}

function wasDenied(search: URLSearchParams): boolean {
  return search.get('error') === 'access_denied';
}
