import { type GitService, type GitSignInView, gitServiceNames } from '@assay/contract';
import { Button } from '@mantine/core';
import { browser } from '../../../connection/authProviders.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useListGitSignInsQuery, useStartGitSignInMutation } from './authorizationsApi.ts';
import styles from './integrations.module.css';

/** Ways to connect a git service by signing in there, where the operator has set some up. */
export function GitSignIns({ provider }: { provider: GitService }) {
  const { data: offered = [] } = useListGitSignInsQuery();
  const here = offered.filter((one) => one.provider === provider);
  if (here.length === 0) return null;
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
