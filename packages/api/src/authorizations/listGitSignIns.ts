import { authorizationCalls, type GitSignInView } from '@assay/contract';
import { route } from '../http/route.ts';

export const listGitSignIns = route(authorizationCalls.listGitSignIns, async ({ api: { config } }) => {
  const { oauth, gitHubApp } = config.gitApps;
  const app: GitSignInView[] =
    gitHubApp === null ? [] : [{ provider: 'GitHub', means: 'app', address: gitHubApp.address }];
  return [...app, ...oauth.map(({ provider, address }) => ({ provider, means: 'oauth' as const, address }))];
});
