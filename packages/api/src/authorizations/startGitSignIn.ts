import { randomBytes } from 'node:crypto';
import { authorizationCalls, gitSignInPrefix } from '@assay/contract';
import { gitHubAppPageOf, oauthUrl } from '@assay/integrations';
import { randomPKCECodeVerifier } from 'openid-client';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

/** Sends the browser to a git service, to come back with a code, or with the app installed. */
export const startGitSignIn = route(
  authorizationCalls.startGitSignIn,
  async ({ api: { config, gitApps, operations }, body: { provider, means, returnTo }, caller, reply }) => {
    const client = gitApps.oauth.find((app) => app.provider === provider);
    const gitHubApp = means === 'app' && provider === 'GitHub' ? await gitApps.gitHubApp() : null;
    if (means === 'app' ? gitHubApp === null : !client) throw new ApiError('authorization.notOffered');
    const secret = randomBytes(32).toString('base64url');
    const codeVerifier = randomPKCECodeVerifier();
    const { accountId, userId } = caller;
    const attempt = { kind: 'gitService' as const, provider, means, codeVerifier, returnTo, accountId, userId };
    const state = `${gitSignInPrefix}${await operations.signInAttempts.begin(secret, attempt)}`;
    giveAuthCookie(reply, config, secret);
    if (gitHubApp === null) {
      if (!client) throw new ApiError('authorization.notOffered');
      return { url: oauthUrl(client, { redirectUri: redirectUriOf(config), state, codeVerifier }).href };
    }
    const url = new URL(`${gitHubAppPageOf(gitHubApp)}/installations/new`);
    url.searchParams.set('state', state);
    return { url: url.href };
  },
);
