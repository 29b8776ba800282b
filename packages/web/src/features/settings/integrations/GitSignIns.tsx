import { type GitService, type GitSignInView, gitServiceNames } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { browser } from '../../../connection/browser.ts';
import {
  useGetStaffRightQuery,
  useListGitSignInsQuery,
  useStartGitSignInMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { gitHubAppTab } from '../../../ui/gitHubAppTab.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './integrations.module.css';

/** Ways to connect a git service by signing in there, where the operator has set some up. */
export function GitSignIns({ provider }: { provider: GitService }) {
  const { data: offered } = useListGitSignInsQuery();
  const here = offered?.filter((one) => one.provider === provider) ?? [];
  if (here.length === 0) return offered && provider === 'GitHub' ? <ToGitHubApp /> : null;
  return (
    <div className={styles.actions}>
      {here.map((one) => (
        <GitSignIn key={one.means} signIn={one} />
      ))}
    </div>
  );
}

function GitSignIn({ signIn: { provider, means, address } }: { signIn: GitSignInView }) {
  const [start, { isLoading }] = useStartGitSignInMutation();
  const path = useAccountPath();
  const name = gitServiceNames[provider];
  return (
    <Button
      loading={isLoading}
      title={address}
      onClick={async () => {
        const { data, error } = await start({ body: { provider, means, returnTo: path('settings/integrations') } });
        if (data) browser.leaveFor(data.url);
        else showFailure(error);
      }}
    >
      {means === 'app' ? 'Install the GitHub App' : `Sign in with ${name}`}
    </Button>
  );
}

/** Leads staff to where they register an app, by which every account can connect GitHub. */
function ToGitHubApp() {
  const { data } = useGetStaffRightQuery();
  if (!data?.employee) return null;
  return (
    <p className={styles.none}>
      You are of the staff:{' '}
      <Link className="link inText" to={gitHubAppTab}>
        register a GitHub App
      </Link>
      , and accounts connect GitHub without tokens.
    </p>
  );
}
