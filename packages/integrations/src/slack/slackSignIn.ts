import type { OAuthTokens } from '../gitServices/oauthTokens.ts';
import type { Poster } from '../outgoing/postJson.ts';
import { askSlack, type SlackAnswer, SlackFailure } from './slackApi.ts';
import { slackScopes } from './slackManifest.ts';
import type { SlackApp, SlackSettings } from './slackSettings.ts';

/** An app that somebody has made at Slack. */
type Client = { address: string; app: SlackApp };

/** What somebody let Assay do in a workspace, and which one it is. */
export type SlackGrant = { tokens: OAuthTokens; workspace: string };

/** @returns the address of Slack's API */
export function slackApiOf({ address }: Pick<SlackSettings, 'address'>): string {
  return `${address}/api`;
}

/** @returns where the browser asks for a code (https://api.slack.com/authentication/oauth-v2) */
export function slackSignInUrl(
  { address, app }: Client,
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  const url = new URL(`${address}/oauth/v2/authorize`);
  url.searchParams.set('client_id', app.clientId);
  url.searchParams.set('scope', slackScopes.map(({ scope }) => scope).join(','));
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  return url.href;
}

function tokensOf({ access_token, refresh_token, expires_in, token_type }: SlackAnswer, now: Date): OAuthTokens {
  // A token of the person would act in their name.
  if (typeof access_token !== 'string' || token_type !== 'bot') {
    throw new SlackFailure('Slack gave no token of a bot. Make the app by its manifest.', false);
  }
  const seconds = typeof expires_in === 'number' ? expires_in : null;
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : null,
    expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString(),
  };
}

function askForTokens(poster: Poster, client: Client, fields: Readonly<Record<string, string>>): Promise<SlackAnswer> {
  const { clientId, clientSecret } = client.app;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return askSlack(poster, { api: slackApiOf(client), method: 'oauth.v2.access', authorization }, fields);
}

/** @returns what the code of a sign-in stands for. @throws SlackFailure */
export async function slackGrantByCode(
  poster: Poster,
  client: Client,
  { code, redirectUri }: { code: string; redirectUri: string },
  now: Date,
): Promise<SlackGrant> {
  const answer = await askForTokens(poster, client, { code, redirect_uri: redirectUri });
  const { name } = Object(answer.team) as { name?: unknown };
  return { tokens: tokensOf(answer, now), workspace: typeof name === 'string' && name !== '' ? name : 'Slack' };
}

/** @returns tokens in place of those that expire, where the app has token rotation. @throws SlackFailure */
export async function renewedSlackTokens(
  poster: Poster,
  client: Client,
  refreshToken: string,
  now: Date,
): Promise<OAuthTokens> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokensOf(await askForTokens(poster, client, fields), now);
}

/** @returns who Slack says that the bot of a token is. @throws SlackFailure that says why it is not taken */
export async function slackBotOf(poster: Poster, settings: SlackSettings, token: string): Promise<string> {
  const call = { api: slackApiOf(settings), method: 'auth.test', authorization: `Bearer ${token}` };
  const { user, team } = await askSlack(poster, call, {});
  return `@${String(user ?? 'the bot')} in ${String(team ?? 'the workspace')}`;
}

/** @returns the e-mail address of a member; null: there is none such, or it is no person. @throws SlackFailure */
export async function slackEmailOf(
  poster: Poster,
  settings: SlackSettings,
  token: string,
  memberId: string,
): Promise<string | null> {
  const call = { api: slackApiOf(settings), method: 'users.info', authorization: `Bearer ${token}` };
  try {
    const { user } = await askSlack(poster, call, { user: memberId });
    const { deleted, is_bot: isBot, profile } = Object(user) as Record<string, unknown>;
    const { email } = Object(profile) as { email?: unknown };
    return deleted === true || isBot === true || typeof email !== 'string' ? null : email;
  } catch (error) {
    if (error instanceof SlackFailure && error.code === 'user_not_found') return null;
    throw error;
  }
}
