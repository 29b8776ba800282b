import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useConnectSlackMutation } from '../../connection/serviceHooks.ts';
import { useOnce } from '../../ui/useOnce.ts';
import { Connecting, NotConnected } from './ConnectingScreens.tsx';

/** Where Slack sends the browser back to: connects the workspace. */
export function SlackReturn({ state, code }: { state: string; code?: string }) {
  const isSignedIn = useSelector((store: ConnectionState) => store.session.token !== null);
  const [connect, { error }] = useConnectSlackMutation();
  const navigate = useNavigate();
  useOnce(async () => {
    if (!isSignedIn || code === undefined) return;
    const redirectUri = new URL('/auth-return', window.location.origin).href;
    const { data } = await connect({ body: { code, redirectUri, state } });
    if (data) await navigate(data.returnTo, { replace: true });
  });
  return !isSignedIn || code === undefined || error ? <NotConnected error={error} /> : <Connecting />;
}
