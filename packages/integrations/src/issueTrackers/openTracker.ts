import { type AuthorizationId, isIssueTracker, type JiraDeployment } from '@assay/contract';
import type { GitAuthorization, GitTokens, GrantStore } from '../gitServices/gitTokens.ts';
import type { Poster } from '../outgoing/postJson.ts';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import { openGitTracker } from './gitTrackers.ts';
import { type Tracker, TrackerFailure } from './issueTracker.ts';
import { jiraAuthorization } from './jira/findJira.ts';
import type { JiraSettings } from './jira/jiraSettings.ts';
import { renewedJiraTokens } from './jira/jiraSignIn.ts';
import { openJiraTracker } from './jira/jiraTracker.ts';

/** That an account lets Assay use a tracker, and by what. */
export type TrackerAuthorization = {
  authorizationId: AuthorizationId;
  provider: string;
  /** In a browser. */
  identifier: string;
  access: GitAuthorization['access'];
  /** Of Jira. */
  endpoint: { apiUrl: string; deployment: string; user: string | null } | null;
};

export type TrackerDeps = {
  poster: Poster;
  reader: JsonReader;
  gitTokens: Pick<GitTokens, 'tokenFor'>;
  grants: GrantStore;
  jira: JiraSettings;
  now?: () => Date;
};

/** A request may take its time with a token. */
const spareMs = 60_000;

const gone = 'Jira has to be connected again.';

/** @returns the token of a sign-in, renewed where it expires, by one process at a time. @throws TrackerFailure */
async function tokenOfSignIn(
  id: AuthorizationId,
  { poster, jira: { authUrl, app }, grants, now = () => new Date() }: TrackerDeps,
): Promise<string> {
  const isDue = ({ expiresAt }: { expiresAt: string | null }) =>
    expiresAt !== null && Date.parse(expiresAt) - spareMs <= now().getTime();
  const known = await grants.find(id);
  if (known === null) throw new TrackerFailure('unusable', gone);
  if (!isDue(known)) return known.accessToken;
  if (app === null) throw new TrackerFailure('unusable', 'Signing in at Jira is no longer set up here.');
  const renewed = await grants.renew(id, isDue, ({ refreshToken }) => {
    if (refreshToken === null) throw new TrackerFailure('unusable', gone);
    return renewedJiraTokens(poster, { authUrl, app }, refreshToken, now());
  });
  if (renewed === null) throw new TrackerFailure('unusable', gone);
  return renewed.accessToken;
}

async function authorizationOf(authorization: TrackerAuthorization, deps: TrackerDeps): Promise<string> {
  const { access, endpoint, authorizationId } = authorization;
  if (access.means === 'token') return jiraAuthorization(endpoint?.user ?? null, access.token);
  return `Bearer ${await tokenOfSignIn(authorizationId, deps)}`;
}

async function gitTokenOf(authorization: TrackerAuthorization, { gitTokens }: TrackerDeps): Promise<string> {
  try {
    return await gitTokens.tokenFor(authorization);
  } catch (error) {
    if (error instanceof UnreadableService) throw new TrackerFailure('unusable', error.message);
    throw error;
  }
}

/**
 * @returns the tracker that an account has connected, with a token that is valid for some minutes
 * @throws TrackerFailure with the reason
 */
export async function openTracker(authorization: TrackerAuthorization, deps: TrackerDeps): Promise<Tracker> {
  const { provider, identifier: address, access, endpoint } = authorization;
  if (!isIssueTracker(provider)) throw new TypeError(`${provider} has no issues`);
  if (provider !== 'Jira') {
    const token = await gitTokenOf(authorization, deps);
    return openGitTracker(deps.poster, deps.reader, {
      provider,
      address,
      token,
      isInstallation: access.means === 'app',
    });
  }
  if (endpoint === null) throw new TrackerFailure('unusable', gone);
  return openJiraTracker(deps.poster, {
    deployment: endpoint.deployment as JiraDeployment,
    apiUrl: endpoint.apiUrl,
    siteUrl: address,
    authorization: await authorizationOf(authorization, deps),
  });
}
