import type { AuthorizationId } from '@assay/contract';
import type { GrantStore } from '../gitServices/gitTokens.ts';
import type { Poster } from '../outgoing/postJson.ts';
import { SlackFailure } from './slackApi.ts';
import type { SlackSettings } from './slackSettings.ts';
import { renewedSlackTokens } from './slackSignIn.ts';

/** That an account lets Assay use Slack, and by what. */
export type SlackAuthorization = {
  authorizationId: AuthorizationId;
  access: { means: 'token'; token: string } | { means: 'oauth' } | { means: 'app' };
};

/** A message may take its time with a token. */
const spareMs = 5 * 60_000;

const gone = 'Slack has to be connected again.';

/**
 * @returns the token by which an account's Slack is used: its own, or that of a sign-in, renewed where it expires
 * @throws SlackFailure that says why there is none
 */
export async function slackTokenFor(
  { authorizationId, access }: SlackAuthorization,
  { poster, settings: { address, app }, grants }: { poster: Poster; settings: SlackSettings; grants: GrantStore },
  now: Date = new Date(),
): Promise<string> {
  if (access.means === 'token') return access.token;
  const isDue = ({ expiresAt }: { expiresAt: string | null }) =>
    expiresAt !== null && Date.parse(expiresAt) - spareMs <= now.getTime();
  const known = await grants.find(authorizationId);
  if (known === null) throw new SlackFailure(gone, false);
  if (!isDue(known)) return known.accessToken;
  if (app === null) throw new SlackFailure('Signing in at Slack is not set up here any more.', false);
  const renewed = await grants.renew(authorizationId, isDue, ({ refreshToken }) => {
    if (refreshToken === null) throw new SlackFailure(gone, false);
    return renewedSlackTokens(poster, { address, app }, refreshToken, now);
  });
  if (renewed === null) throw new SlackFailure(gone, false);
  return renewed.accessToken;
}
