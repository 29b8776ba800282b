import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useFinishGitHubAppMutation } from '../../connection/serviceHooks.ts';
import { gitHubAppTab } from '../../ui/gitHubAppTab.ts';
import { useOnce } from '../../ui/useOnce.ts';
import { Connecting, NotConnected } from './ConnectingScreens.tsx';

/** Where GitHub sends the browser of staff back to once it has made the app: takes the app over. */
export function GitHubAppReturn({ state, code }: { state: string; code?: string }) {
  const isSignedIn = useSelector((store: ConnectionState) => store.session.token !== null);
  const [finish, { error }] = useFinishGitHubAppMutation();
  const navigate = useNavigate();
  useOnce(async () => {
    if (!isSignedIn || code === undefined) return;
    const { error: refusal } = await finish({ body: { state, code } });
    if (!refusal) await navigate(gitHubAppTab, { replace: true });
  });
  if (!isSignedIn || code === undefined || error) {
    return <NotConnected error={error} title="GitHub App not registered" to={gitHubAppTab} />;
  }
  return <Connecting title="Registering the GitHub App" />;
}
