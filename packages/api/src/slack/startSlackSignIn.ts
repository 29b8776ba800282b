import { randomBytes } from 'node:crypto';
import { slackCalls, slackSignInPrefix } from '@assay/contract';
import { slackSignInUrl } from '@assay/integrations';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

/** Sends the browser to Slack, to come back with a code. */
export const startSlackSignIn = route(
  slackCalls.startSlackSignIn,
  async ({ api: { config, operations }, body: { returnTo }, caller: { accountId, userId }, reply }) => {
    const { address, app } = config.slack;
    if (app === null) throw new ApiError('authorization.notOffered');
    const secret = randomBytes(32).toString('base64url');
    const attempt = { kind: 'slack' as const, returnTo, accountId, userId };
    const state = `${slackSignInPrefix}${await operations.signInAttempts.begin(secret, attempt)}`;
    giveAuthCookie(reply, config, secret);
    return { url: slackSignInUrl({ address, app }, { redirectUri: redirectUriOf(config), state }) };
  },
);
