import { randomBytes } from 'node:crypto';
import {
  type CommitStatusRow,
  changeTeamsChannel,
  commitStatusChannel,
  connectTeamsChannel,
  InvalidFields,
  pullRequestChannel,
  releaseTeamsChannel,
} from '@assay/application';
import {
  type AuthorizationId,
  authorizationCalls,
  authorizationIdOf,
  defaultAddressOf,
  formFields,
  type GitSignInView,
  gitSignInPrefix,
  isGitService,
  limits,
  may,
  messages,
  type SingleProvider,
} from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { gitHubAppPageOf, isInstalled, oauthUrl, UnreadableService } from '@assay/integrations';
import { randomPKCECodeVerifier } from 'openid-client';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { jiraByToken } from '../jira/jiraByToken.ts';
import { webhookUrlOf } from '../webhooks/webhookUrl.ts';
import { finishGitSignIn } from './finishGitSignIn.ts';
import {
  organizationsOf,
  repositoriesAt,
  repositoriesBySteps,
  repositoriesIn,
  suborganizationsOf,
} from './serviceRepositories.ts';

const url = new RegExp(formFields.url.pattern, 'u');

/**
 * @returns what identifies the service: a name for a workspace, the address of an API or of a git service
 * @throws InvalidFields for an invalid address
 */
function requireIdentifier(provider: SingleProvider, given: string): string {
  if (provider === 'Slack') return given || provider;
  const address = (given || (defaultAddressOf(provider) ?? '')).replace(provider === 'Jira' ? /\/+$/ : /$^/, '');
  if (!url.test(address) || !URL.canParse(address)) {
    throw new InvalidFields({ field: 'identifier', message: messages.invalidUrl });
  }
  return address;
}

const listAuthorizations = route(authorizationCalls.listAuthorizations, ({ caller }) => caller.models.authorizations());

const authorize = route(
  authorizationCalls.authorize,
  async ({ api, caller, body: { provider, token, identifier = '', email }, context, newId }) => {
    const { accountId } = caller;
    if (provider === 'MicrosoftTeams') {
      const connected = await caller.models.authorizations();
      if (connected.filter((one) => one.provider === provider).length >= limits.teamsChannels) {
        throw new InvalidFields({ field: 'provider', message: messages.tooManyTeamsChannels });
      }
      const fields = { identifier, token };
      return commandAnswer(
        api.eventLog,
        await connectTeamsChannel(api, accountId, newId<AuthorizationId>(), fields, context),
      );
    }
    const authorizationId = authorizationIdOf(accountId, provider);
    const named = requireIdentifier(provider, identifier);
    const endpoint =
      provider === 'Jira' ? await jiraByToken(api, { address: named, email: email || null, token }) : undefined;
    const granted = { authorizationId, provider, token, identifier: named };
    const command = { type: 'grantAuthorization' as const, ...granted, ...(endpoint ? { endpoint } : {}) };
    return commandAnswer(
      api.eventLog,
      await api.eventLog.handle(authorizationDecider, authorizationId, command, context),
    );
  },
);

const changeAuthorization = route(
  authorizationCalls.changeAuthorization,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    if (state.provider === 'MicrosoftTeams' && state.access.means === 'token') {
      const channel = { ...state, access: state.access };
      const { identifier, token } = body;
      const fields = { identifier, token };
      return commandAnswer(
        api.eventLog,
        await changeTeamsChannel(api, accountId, channel, fields, { ...context, expectedRevision }),
      );
    }
    if (body.token !== undefined) throw new InvalidFields({ field: 'token', message: messages.tokenByConnecting });
    const given = body.identifier ?? state.identifier;
    const identifier = requireIdentifier(state.provider as SingleProvider, given);
    const on = body.commentsOnPullRequests ?? state.comments;
    const rename = { type: 'changeIdentifier' as const, identifier };
    const renamed = await api.eventLog.handle(authorizationDecider, id, rename, { ...context, expectedRevision });
    if (on === state.comments) return commandAnswer(api.eventLog, renamed);
    const command = { type: 'switchComments' as const, on };
    return commandAnswer(api.eventLog, await api.eventLog.handle(authorizationDecider, id, command, context));
  },
);

const revokeAuthorization = route(
  authorizationCalls.revokeAuthorization,
  async ({ api, params: { id }, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    const command = { type: 'revokeAuthorization' as const };
    const result = await api.eventLog.handle(authorizationDecider, id, command, { ...context, expectedRevision });
    if (state.status === 'active' && state.provider === 'MicrosoftTeams') {
      await releaseTeamsChannel(api, accountId, state, context);
    }
    await api.operations.serviceGrants.drop(id);
    return commandAnswer(api.eventLog, result);
  },
);

const listGitSignIns = route(authorizationCalls.listGitSignIns, async ({ api: { gitApps } }) => {
  const gitHubApp = await gitApps.gitHubApp();
  const app: GitSignInView[] =
    gitHubApp === null ? [] : [{ provider: 'GitHub', means: 'app', address: gitHubApp.address }];
  return [...app, ...gitApps.oauth.map(({ provider, address }) => ({ provider, means: 'oauth' as const, address }))];
});

/** Sends the browser to a git service, to come back with a code, or with the app installed. */
const startGitSignIn = route(
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

/** Only of installations by which an account of the caller is connected is anything told. */
const getGitHubInstallation = route(
  authorizationCalls.getGitHubInstallation,
  async ({ api, params: { id }, caller: { userId } }) => {
    const app = await api.gitApps.gitHubApp();
    if (app === null) return { complete: false };
    const roles = (await api.readModels.user(userId))?.roles ?? [];
    const connected = await api.readModels.accountsOfInstallation(id);
    const isTheirs = roles.some(
      ({ roleType: role, accountId }) =>
        connected.includes(accountId) && may([{ role, accountId }], 'authorization.write', { accountId }),
    );
    if (!isTheirs) return { complete: false };
    try {
      return { complete: await isInstalled(api.services, app, id, new Date()) };
    } catch (error) {
      if (error instanceof UnreadableService) return { complete: false };
      throw error;
    }
  },
);

const makeWebhookSecret = route(
  authorizationCalls.makeWebhookSecret,
  async ({ api, params: { id }, caller: { accountId }, context }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    if (state.provider !== 'Jira' && !isGitService(state.provider)) throw new ApiError('authorization.noPushes');
    const secret = randomBytes(32).toString('base64url');
    await api.eventLog.handle(authorizationDecider, id, { type: 'makeWebhookSecret', secret }, context);
    return { url: webhookUrlOf(api.config, id), secret };
  },
);

const listServiceRepositories = route(
  authorizationCalls.listServiceRepositories,
  async ({ api, params: { id }, caller: { accountId } }) => repositoriesAt(api, accountId, id),
);

const listServiceOrganizations = route(
  authorizationCalls.listServiceOrganizations,
  async ({ api, params: { id }, caller: { accountId } }) =>
    organizationsOf(await repositoriesBySteps(api, accountId, id)),
);

const listServiceSuborganizations = route(
  authorizationCalls.listServiceSuborganizations,
  async ({ api, params: { id, org }, caller: { accountId } }) =>
    suborganizationsOf(await repositoriesBySteps(api, accountId, id), org),
);

const listSuborganizationRepositories = route(
  authorizationCalls.listSuborganizationRepositories,
  async ({ api, params: { id, org, sub }, caller: { accountId } }) => {
    const repositories = await repositoriesBySteps(api, accountId, id);
    return sub === org || sub.startsWith(`${org}/`) ? repositoriesIn(repositories, sub) : [];
  },
);

const shown = 20;

const listCommitStatuses = route(
  authorizationCalls.listCommitStatuses,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { rows } = await api.operations.outbox.pageAbout(accountId, id, { offset: 0, limit: shown });
    return rows
      .filter(({ channel }) => channel === commitStatusChannel || channel === pullRequestChannel)
      .map(({ channel, message, state, tries = [], lastError, createdAt, endedAt }) => {
        const { testRunId, run, commit } = message as CommitStatusRow;
        const detail = tries.at(-1)?.detail ?? lastError;
        const kind = channel === pullRequestChannel ? ('comment' as const) : ('status' as const);
        return { testRunId, run, commit, kind, state, detail, at: (endedAt ?? createdAt).toISOString() };
      });
  },
);

export const authorizationRoutes: readonly Route[] = [
  listAuthorizations,
  authorize,
  changeAuthorization,
  revokeAuthorization,
  listGitSignIns,
  startGitSignIn,
  finishGitSignIn,
  getGitHubInstallation,
  makeWebhookSecret,
  listServiceRepositories,
  listServiceOrganizations,
  listServiceSuborganizations,
  listSuborganizationRepositories,
  listCommitStatuses,
];
