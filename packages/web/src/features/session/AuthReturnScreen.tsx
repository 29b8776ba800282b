import {
  type AuthReturnAnswer,
  type AuthReturnRequest,
  gitHubAppPrefix,
  gitSignInPrefix,
  messages,
  type SignedInByProvider,
  slackSignInPrefix,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import {
  useFinishAuthByCodeMutation,
  useFinishAuthMutation,
  useLinkExternalIdentityMutation,
} from '../../connection/serviceHooks.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { useOnce } from '../../ui/useOnce.ts';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { CodeStep } from './CodeStep.tsx';
import { GitHubAppReturn } from './GitHubAppReturn.tsx';
import { GitSignInReturn, gitReturnOf } from './GitSignInReturn.tsx';
import { PasswordSteps } from './PasswordSteps.tsx';
import { SlackMemberReturn } from './SlackMemberReturn.tsx';
import { SlackReturn } from './SlackReturn.tsx';

const NewcomerForm = lazy(async () => ({ default: (await import('./NewcomerForm.tsx')).NewcomerForm }));

type AnswerOf<Status> = Extract<AuthReturnAnswer, { status: Status }>;
type Unlinked = AnswerOf<'unlinked'>;
/** Something that the person has to do first. */
type Step = Unlinked | AnswerOf<'codeNeeded' | 'newcomer'>;

/** Where providers send the browser back to: it signs in, or a git service, Slack or a GitHub App is connected. */
export function AuthReturnScreen() {
  const [search] = useSearchParams();
  const [gitReturn] = useState(() => gitReturnOf(search));
  const memberId = search.get('slackMemberId');
  if (memberId !== null) return <SlackMemberReturn memberId={memberId} />;
  if (gitReturn?.state.startsWith(slackSignInPrefix)) return <SlackReturn {...gitReturn} />;
  if (gitReturn?.state.startsWith(gitHubAppPrefix)) return <GitHubAppReturn {...gitReturn} />;
  return gitReturn?.state.startsWith(gitSignInPrefix) ? <GitSignInReturn returned={gitReturn} /> : <SignInReturn />;
}

/**
 * Where a provider sends the browser back to: signs in, perhaps after a code, links the provider's account, makes a login
 * by it, or leads back to the test of the provider.
 */
function SignInReturn() {
  const [search] = useSearchParams();
  const [returned] = useState(() => returnedBy(search));
  const [finish, { error }] = useFinishAuthMutation();
  const [step, setStep] = useState<Step | null>(null);
  const enter = useEnter();
  const navigate = useNavigate();

  useOnce(async () => {
    if (!returned) return;
    const { data } = await finish({ body: returned });
    if (data?.status === 'signedIn') return enter(data);
    if (data?.status === 'tested') {
      return navigate(data.returnTo, { replace: true, state: { ssoTest: data.authId } });
    }
    if (data) setStep(data);
  });

  if (step?.status === 'unlinked') return <LinkSteps unlinked={step} />;
  if (step?.status === 'codeNeeded') return <ProviderCodeStep begun={step} onSignedIn={enter} />;
  if (step?.status === 'newcomer') {
    return (
      <Suspense fallback={<Finishing />}>
        <NewcomerForm newcomer={step} onSignedIn={enter} />
      </Suspense>
    );
  }
  if (!returned) return <Failed message={wasDenied(search) ? messages.authDenied : messages.authReturnFailed} />;
  if (error) return <Failed message={asServiceError(error)?.message ?? messages.authReturnFailed} />;
  return <Finishing />;
}

/** @returns what begins the session and opens the page that was asked for */
function useEnter(): (answer: SignedInByProvider) => Promise<void> {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return async ({ token, returnTo }) => {
    rememberedSession.forgetPlace();
    dispatch(signedIn({ token }));
    await navigate(returnTo, { replace: true, state: { signedIn: true } });
  };
}

type ProviderCodeStepProps = {
  begun: AnswerOf<'codeNeeded'>;
  onSignedIn: (answer: SignedInByProvider) => Promise<void>;
};

/** The provider does not stand in for the code of who has turned two-factor sign-in on. */
function ProviderCodeStep({ begun, onSignedIn }: ProviderCodeStepProps) {
  const [sendCode] = useFinishAuthByCodeMutation();
  const [authId, setAuthId] = useState(begun.authId);
  const navigate = useNavigate();

  async function send(code: string): Promise<string | null> {
    const { data, error } = await sendCode({ body: { authId, code } });
    if (data?.status === 'signedIn') {
      await onSignedIn(data);
      return null;
    }
    if (data) setAuthId(data.authId);
    return asServiceError(error)?.message ?? messages.wrongCode;
  }

  return <CodeStep send={send} onBack={() => void navigate('/login', { replace: true })} />;
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
