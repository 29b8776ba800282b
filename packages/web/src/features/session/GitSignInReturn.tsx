import { type FinishGitSignInRequest, messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useFinishGitSignInMutation, useLazyGetGitHubInstallationQuery } from '../../connection/serviceHooks.ts';
import { useOnce } from '../../ui/useOnce.ts';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { Connecting, NotConnected } from './ConnectingScreens.tsx';

const polls = { times: 20, everyMs: 1000 };

/** @returns what the git service sent the browser back with; null where it sent nothing of use */
export function gitReturnOf(search: URLSearchParams): FinishGitSignInRequest | null {
  const [state, code, installationId] = ['state', 'code', 'installation_id'].map((name) => search.get(name));
  const isRequest = search.get('setup_action') === 'request';
  if (!state || !(code || installationId || isRequest)) return null;
  return { state, ...(code ? { code } : {}), ...(installationId ? { installationId } : {}) };
}

/** Where a git service sends the browser back to: connects it, and waits for the app where an owner has to approve it. */
export function GitSignInReturn({ returned }: { returned: FinishGitSignInRequest }) {
  const isSignedIn = useSelector((state: ConnectionState) => state.session.token !== null);
  const [finish, { error }] = useFinishGitSignInMutation();
  const [look] = useLazyGetGitHubInstallationQuery();
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const navigate = useNavigate();

  useOnce(async () => {
    if (!isSignedIn) return;
    const { data } = await finish({ body: returned });
    if (!data) return;
    const { status, installationId, returnTo } = data;
    if (status === 'pending') return setWaitsFor(returnTo);
    for (let poll = 1; installationId !== null && poll <= polls.times; poll++) {
      const { data: installation } = await look({ params: { id: installationId } });
      if (installation?.complete) break;
      setWaitsFor(returnTo);
      if (poll === polls.times) return;
      await new Promise((resolve) => setTimeout(resolve, polls.everyMs));
    }
    await navigate(returnTo, { replace: true });
  });

  if (waitsFor !== null) return <NotCompleted returnTo={waitsFor} />;
  if (!isSignedIn || error) return <NotConnected error={error} />;
  return <Connecting />;
}

function NotCompleted({ returnTo }: { returnTo: string }) {
  return (
    <AuthScreen title={messages.authorizationNotCompleted}>
      <p className={styles.text} role="status">
        An owner of the organization has to approve the app at GitHub first. Connect it again once that is done.
      </p>
      <Button component={Link} to={returnTo} replace variant="filled" size="sm" fullWidth className={styles.submit}>
        Continue
      </Button>
    </AuthScreen>
  );
}
