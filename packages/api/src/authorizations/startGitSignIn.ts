import { randomBytes } from 'node:crypto';
import { authorizationCalls, gitSignInPrefix } from '@assay/contract';
import { oauthUrl } from '@assay/integrations';
import { randomPKCECodeVerifier } from 'openid-client';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

/** Sends the browser to a git service, to come back with a code, or with the app installed. */
export const startGitSignIn = route(
  authorizationCalls.startGitSignIn,
  async ({ api: { config, operations }, body: { provider, means, returnTo }, caller, reply }) => {
    const { oauth, gitHubApp } = config.gitApps;
    const client = oauth.find((app) => app.provider === provider);
    if (means === 'app' ? gitHubApp === null || provider !== 'GitHub' : !client) {
      throw new ApiError('authorization.notOffered');
    }
    const secret = randomBytes(32).toString('base64url');
    const codeVerifier = randomPKCECodeVerifier();
    const { accountId, userId } = caller;
    const attempt = { kind: 'gitService' as const, provider, means, codeVerifier, returnTo, accountId, userId };
    const state = `${gitSignInPrefix}${await operations.signInAttempts.begin(secret, attempt)}`;
    giveAuthCookie(reply, config, secret);
    if (means === 'oauth' && client) {
      return { url: oauthUrl(client, { redirectUri: redirectUriOf(config), state, codeVerifier }).href };
    }
    const url = new URL(`${gitHubApp?.address}/apps/${encodeURIComponent(gitHubApp?.slug ?? '')}/installations/new`);
    url.searchParams.set('state', state);
    return { url: url.href };
  },
);
