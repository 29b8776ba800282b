import { randomBytes } from 'node:crypto';
import { authorizationIdOf, type JiraHealthView, jiraCalls, jiraReturnPath, jiraSignInPrefix } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import {
  type JiraSite,
  jiraAppsUrl,
  jiraGatewayOf,
  jiraScopes,
  jiraSignInUrl,
  jiraSitesOf,
  jiraTokensByCode,
  TrackerFailure,
} from '@assay/integrations';
import type { Api } from '../api.ts';
import { takeServiceAttempt } from '../authorizations/takeServiceAttempt.ts';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Route, route } from '../http/route.ts';
import { notConnected, trackerOf } from '../trackedIssues/accountTracker.ts';

/** @returns where Atlassian sends browsers back to; operators register it with their app */
function jiraRedirectUriOf({ publicUrl }: Pick<Api['config'], 'publicUrl'>): string {
  return new URL(jiraReturnPath, publicUrl).href;
}

const getJiraApp = route(jiraCalls.getJiraApp, async ({ api: { config } }) => ({
  isSetUp: config.jira.app !== null,
  createUrl: jiraAppsUrl,
  redirectUri: jiraRedirectUriOf(config),
  scopes: jiraScopes.map((one) => ({ ...one })),
}));

/** Sends the browser to Atlassian, to come back with a code. */
const startJiraSignIn = route(
  jiraCalls.startJiraSignIn,
  async ({ api: { config, operations }, body: { returnTo, site = null }, caller: { accountId, userId }, reply }) => {
    const { authUrl, app } = config.jira;
    if (app === null) throw new ApiError('authorization.notOffered');
    const secret = randomBytes(32).toString('base64url');
    const attempt = { kind: 'jira' as const, returnTo, site: site || null, accountId, userId };
    const state = `${jiraSignInPrefix}${await operations.signInAttempts.begin(secret, attempt)}`;
    giveAuthCookie(reply, config, secret);
    return { url: jiraSignInUrl({ authUrl, app }, { redirectUri: jiraRedirectUriOf(config), state }) };
  },
);

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.toLowerCase() : address.toLowerCase();
}

/** @returns the Jira that is meant. @throws ApiError `authReturn.failed` that says which ones there are */
function siteMeant(sites: readonly JiraSite[], wanted: string | null): JiraSite {
  const fitting = wanted === null ? sites : sites.filter(({ url }) => hostOf(url) === hostOf(wanted));
  const [site] = fitting;
  if (site && fitting.length === 1) return site;
  const names = sites.map(({ url }) => url).join(', ');
  const message =
    sites.length === 0
      ? 'The sign-in is for no Jira. Choose a site at Atlassian, and connect again.'
      : wanted === null
        ? `The sign-in is for several sites: ${names}. Enter the address of one, and connect again.`
        : `The sign-in is not for ${wanted}, but for ${names}. Choose that site at Atlassian, and connect again.`;
  throw new ApiError('authReturn.failed', { message });
}

function failureOf(cause: TrackerFailure): ApiError {
  const { kind, message, retryAfterMs } = cause;
  if (kind === 'unusable' || kind === 'refused') return new ApiError('authReturn.failed', { message, cause });
  const retryAfterSeconds = Math.ceil((retryAfterMs ?? 0) / 1000);
  return new ApiError('authProvider.away', { message, cause, ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}) });
}

/** Connects Jira for the account for which it was begun, where the person still may. */
const connectJira = route(jiraCalls.connectJira, async (received) => {
  const { api, context, body, request } = received;
  const { code, redirectUri, state } = body;
  const attempt = await takeServiceAttempt(received, 'jira', state, jiraSignInPrefix);
  const { accountId, returnTo } = attempt;
  const { jira } = api.config;
  const { authUrl, app } = jira;
  if (app === null) throw new ApiError('authorization.notOffered');
  if (redirectUri !== jiraRedirectUriOf(api.config)) throw new ApiError('authReturn.invalid');
  const grant = async () => {
    const tokens = await jiraTokensByCode(api.poster, { authUrl, app }, { code, redirectUri }, new Date());
    return { tokens, sites: await jiraSitesOf(api.poster, jira, tokens.accessToken) };
  };
  const { tokens, sites } = await grant().catch((error: unknown) => {
    if (!(error instanceof TrackerFailure)) throw error;
    // What was sent and answered is not repeated: it has secrets.
    request.log.warn({ reason: error.message }, 'Jira could not be connected');
    throw failureOf(error);
  });
  const site = siteMeant(sites, attempt.site);
  const authorizationId = authorizationIdOf(accountId, 'Jira');
  // The tokens first: a connection without any would have to be made again.
  await api.operations.serviceGrants.put(authorizationId, tokens);
  const identifier = site.url.replace(/\/+$/, '');
  const service = { authorizationId, provider: 'Jira' as const, identifier };
  const endpoint = { apiUrl: jiraGatewayOf(jira, site.cloudId), deployment: 'Cloud' as const, user: null };
  const command = { type: 'signInAuthorization' as const, ...service, endpoint };
  await api.eventLog.handle(authorizationDecider, authorizationId, command, { ...context, accountId });
  return { returnTo, site: identifier };
});

/** An open screen asks Jira no more often than this. */
const cachedMs = 60_000;

const getJiraHealth = route(jiraCalls.getJiraHealth, async ({ api, caller: { accountId } }) => {
  const { state, revision } = await api.eventLog.load(authorizationDecider, authorizationIdOf(accountId, 'Jira'));
  if (state.status === 'none') throw notConnected('Jira');
  return api.jiraHealth.get(`${accountId} ${revision}`, cachedMs, async (): Promise<JiraHealthView> => {
    try {
      const { displayName } = await (await trackerOf(api, accountId, 'Jira')).me();
      return { status: 'well', detail: `Jira knows the connection as ${displayName}.` };
    } catch (error) {
      const isOfJira =
        error instanceof TrackerFailure || (error instanceof ApiError && error.code.startsWith('issueTracker.'));
      if (!isOfJira) throw error;
      return { status: 'failing', detail: error.message };
    }
  });
});

export const jiraRoutes: readonly Route[] = [getJiraApp, startJiraSignIn, connectJira, getJiraHealth];
