import { createHash } from 'node:crypto';
import type { GitService } from '@assay/contract';
import { isAnswer, type Poster } from '../outgoing/postJson.ts';
import { UnreadableService } from '../outgoing/readJson.ts';

/** An application that is registered at a service. */
type Client = { provider: GitService; address: string; clientId: string; clientSecret: string };

export type OAuthTokens = {
  accessToken: string;
  /** Null: the access token does not expire. */
  refreshToken: string | null;
  /** Of the access token, ISO 8601. */
  expiresAt: string | null;
};

type Endpoints = { authorize: string; token: string; scope: string | null; hasPkce: boolean };

/** Bitbucket's scopes are those of its consumer, and it knows no PKCE; its Data Center is connected by token. */
const endpoints: Readonly<Record<GitService, Endpoints>> = {
  GitHub: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', scope: 'repo', hasPkce: true },
  Gitlab: { authorize: '/oauth/authorize', token: '/oauth/token', scope: 'api', hasPkce: true },
  BitBucket: { authorize: '/site/oauth2/authorize', token: '/site/oauth2/access_token', scope: null, hasPkce: false },
  BitBucketServer: { authorize: '', token: '', scope: null, hasPkce: false },
};

/** @returns where the browser asks for a code (RFC 6749) that only whoever knows the verifier can use (RFC 7636) */
export function oauthUrl(
  { provider, address, clientId }: Client,
  { redirectUri, state, codeVerifier }: { redirectUri: string; state: string; codeVerifier: string },
): URL {
  const { authorize, scope, hasPkce } = endpoints[provider];
  const url = new URL(`${address}${authorize}`);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  if (scope !== null) url.searchParams.set('scope', scope);
  if (hasPkce) {
    url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
    url.searchParams.set('code_challenge_method', 'S256');
  }
  return url;
}

/**
 * Asks for tokens, by a code or by the refresh token of before.
 * @throws UnreadableService that says for people why there are none; it repeats nothing of what was sent or answered
 */
async function askForTokens(
  poster: Poster,
  { provider, address, clientId, clientSecret }: Client,
  fields: Record<string, string>,
  now: Date,
): Promise<OAuthTokens> {
  const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret });
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (provider === 'BitBucket') {
    body.delete('client_id');
    body.delete('client_secret');
    headers.authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }
  const url = `${address}${endpoints[provider].token}`;
  const answer = await poster.post({ url, headers, body: body.toString() });
  if (!isAnswer(answer)) throw new UnreadableService(`The service cannot be reached${poster.noteFor(url)}.`);
  const given = parsed(answer.text);
  if (answer.status !== 200 || typeof given.access_token !== 'string') {
    throw new UnreadableService('The service does not take what was granted any more. Connect it again.');
  }
  const seconds = Number(given.expires_in ?? Number.NaN);
  return {
    accessToken: given.access_token,
    refreshToken: typeof given.refresh_token === 'string' ? given.refresh_token : null,
    expiresAt: Number.isFinite(seconds) ? new Date(now.getTime() + seconds * 1000).toISOString() : null,
  };
}

type TokenAnswer = { access_token?: unknown; refresh_token?: unknown; expires_in?: unknown };

function parsed(text: string): TokenAnswer {
  try {
    return Object(JSON.parse(text)) as TokenAnswer;
  } catch {
    return {};
  }
}

/**
 * @param came without `redirectUri` and `codeVerifier` where the service began by itself, as with an app's installation
 * @returns tokens for the code that a browser came back with
 * @throws UnreadableService
 */
export function tokensByCode(
  poster: Poster,
  client: Client,
  { code, redirectUri, codeVerifier }: { code: string; redirectUri?: string; codeVerifier?: string },
  now: Date,
): Promise<OAuthTokens> {
  const fields: Record<string, string> = { grant_type: 'authorization_code', code };
  if (redirectUri !== undefined) fields.redirect_uri = redirectUri;
  if (codeVerifier !== undefined && endpoints[client.provider].hasPkce) fields.code_verifier = codeVerifier;
  return askForTokens(poster, client, fields, now);
}

/** @returns tokens in place of those that expire; some services keep the refresh token. @throws UnreadableService */
export async function renewedTokens(
  poster: Poster,
  client: Client,
  refreshToken: string,
  now: Date,
): Promise<OAuthTokens> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await askForTokens(poster, client, fields, now);
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}
