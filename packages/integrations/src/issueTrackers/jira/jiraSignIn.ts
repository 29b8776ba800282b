import type { OAuthTokens } from '../../gitServices/oauthTokens.ts';
import { isAnswer, type Poster } from '../../outgoing/postJson.ts';
import { TrackerFailure } from '../issueTracker.ts';
import { askTracker, parsedAnswer } from '../trackerRequest.ts';
import type { JiraApp, JiraSettings } from './jiraSettings.ts';

/** What the app may do at Jira, and what for. */
export const jiraScopes = [
  {
    scope: 'offline_access',
    why: 'keeps the connection after you have left: Atlassian’s tokens expire within an hour',
  },
  { scope: 'read:jira-work', why: 'lists projects, issue types and fields, and reads the status of issues' },
  { scope: 'write:jira-work', why: 'creates issues, and comments on them as more runs fail' },
  { scope: 'read:jira-user', why: 'lists who can be the reporter of an issue' },
  { scope: 'manage:jira-configuration', why: 'reads which fields a project requires' },
] as const;

/** Where Atlassian registers apps. */
export const jiraAppsUrl = 'https://developer.atlassian.com/console/myapps/';

/** A Jira that a sign-in gives access to. */
export type JiraSite = { cloudId: string; name: string; url: string };

/** @returns where the browser asks for a code (https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/) */
export function jiraSignInUrl(
  { authUrl, app }: { authUrl: string; app: JiraApp },
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  const url = new URL(`${authUrl}/authorize`);
  url.searchParams.set('audience', 'api.atlassian.com');
  url.searchParams.set('client_id', app.clientId);
  url.searchParams.set('scope', jiraScopes.map(({ scope }) => scope).join(' '));
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('prompt', 'consent');
  return url.href;
}

type TokenAnswer = {
  access_token?: unknown;
  refresh_token?: unknown;
  expires_in?: unknown;
  error?: unknown;
};

/**
 * Asks for tokens, by a code or by the refresh token of before, which serves once.
 * @throws TrackerFailure that repeats nothing of what was sent or answered
 */
async function askForTokens(
  poster: Poster,
  { authUrl, app }: { authUrl: string; app: JiraApp },
  grant: Readonly<Record<string, string>>,
  now: Date,
): Promise<OAuthTokens> {
  const url = `${authUrl}/oauth/token`;
  const body = JSON.stringify({ ...grant, client_id: app.clientId, client_secret: app.clientSecret });
  const outcome = await poster.post({ url, headers: { accept: 'application/json' }, body });
  if (!isAnswer(outcome))
    throw new TrackerFailure('away', `Atlassian cannot be reached${poster.noteFor(url)}. Try again later.`);
  const { status, retryAfterMs, text } = outcome;
  if (status === 429 || status >= 500) {
    throw new TrackerFailure('away', `Atlassian answers ${status}. Try again later.`, { retryAfterMs });
  }
  const given = Object(parsedAnswer(text)) as TokenAnswer;
  if (status !== 200 || typeof given.access_token !== 'string') {
    if (given.error === 'unauthorized_client' || given.error === 'access_denied') {
      throw new TrackerFailure(
        'unusable',
        'Atlassian does not know the app: the client id or secret that is set here is wrong.',
      );
    }
    throw new TrackerFailure('unusable', 'Atlassian no longer accepts the sign-in. Connect Jira again.');
  }
  const seconds = typeof given.expires_in === 'number' ? given.expires_in : null;
  return {
    accessToken: given.access_token,
    refreshToken: typeof given.refresh_token === 'string' ? given.refresh_token : null,
    expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString(),
  };
}

/** @returns tokens for the code that a browser came back with. @throws TrackerFailure */
export function jiraTokensByCode(
  poster: Poster,
  client: { authUrl: string; app: JiraApp },
  { code, redirectUri }: { code: string; redirectUri: string },
  now: Date,
): Promise<OAuthTokens> {
  return askForTokens(poster, client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, now);
}

/** @returns tokens in place of those that expire; the refresh token is another one. @throws TrackerFailure */
export function renewedJiraTokens(
  poster: Poster,
  client: { authUrl: string; app: JiraApp },
  refreshToken: string,
  now: Date,
): Promise<OAuthTokens> {
  return askForTokens(poster, client, { grant_type: 'refresh_token', refresh_token: refreshToken }, now);
}

/** @returns the Jiras that a token is for. @throws TrackerFailure */
export async function jiraSitesOf(
  poster: Poster,
  { apiUrl }: Pick<JiraSettings, 'apiUrl'>,
  accessToken: string,
): Promise<JiraSite[]> {
  const dialect = { name: 'Atlassian', refusalOf: () => ({ message: '', fields: [] }) };
  const url = `${apiUrl}/oauth/token/accessible-resources`;
  const answer = await askTracker(poster, dialect, { url, headers: { authorization: `Bearer ${accessToken}` } });
  return (Array.isArray(answer) ? answer : []).flatMap((one: unknown) => {
    const { id, name, url: site } = Object(one) as { id?: unknown; name?: unknown; url?: unknown };
    return typeof id === 'string' && typeof site === 'string'
      ? [{ cloudId: id, name: String(name ?? site), url: site }]
      : [];
  });
}
