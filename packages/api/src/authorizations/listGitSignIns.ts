import { authorizationCalls, type GitSignInView } from '@assay/contract';
import { route } from '../http/route.ts';

export const listGitSignIns = route(authorizationCalls.listGitSignIns, async ({ api: { gitApps } }) => {
  const gitHubApp = await gitApps.gitHubApp();
  const app: GitSignInView[] =
    gitHubApp === null ? [] : [{ provider: 'GitHub', means: 'app', address: gitHubApp.address }];
  return [...app, ...gitApps.oauth.map(({ provider, address }) => ({ provider, means: 'oauth' as const, address }))];
});
