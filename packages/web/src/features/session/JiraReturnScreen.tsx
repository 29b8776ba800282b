import { jiraReturnPath, jiraSignInPrefix } from '@assay/contract';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { unreachable } from '../../connection/serviceError.ts';
import { useConnectJiraMutation } from '../../connection/serviceHooks.ts';
import { useOnce } from '../../ui/useOnce.ts';
import { Connecting, NotConnected } from './ConnectingScreens.tsx';

/** Where Atlassian sends the browser back to: connects Jira. Opened by hand, the page leads on to the account. */
export function JiraReturnScreen() {
  const [search] = useSearchParams();
  const [state] = useState(() => search.get('state') ?? '');
  const [code] = useState(() => search.get('code'));
  if (!state.startsWith(jiraSignInPrefix)) return <Navigate to="/" replace />;
  return code === null ? <NotConnected error={denied} /> : <Exchange state={state} code={code} />;
}

const denied = { ...unreachable, code: 'denied', message: 'Jira was not connected: access was denied at Atlassian.' };

function Exchange({ state, code }: { state: string; code: string }) {
  const isSignedIn = useSelector((store: ConnectionState) => store.session.token !== null);
  const [connect, { error }] = useConnectJiraMutation();
  const navigate = useNavigate();
  useOnce(async () => {
    if (!isSignedIn) return;
    const redirectUri = new URL(jiraReturnPath, window.location.origin).href;
    const { data } = await connect({ body: { code, redirectUri, state } });
    if (data) await navigate(data.returnTo, { replace: true });
  });
  return !isSignedIn || error ? <NotConnected error={error} /> : <Connecting />;
}
