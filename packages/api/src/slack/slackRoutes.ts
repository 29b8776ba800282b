import { randomBytes } from 'node:crypto';
import { InvalidFields } from '@assay/application';
import {
  authorizationIdOf,
  type SlackHealthView,
  slackCalls,
  slackCommandsPath,
  slackSignInPrefix,
} from '@assay/contract';
import { authorizationDecider, DomainError, userRolesDecider } from '@assay/domain';
import {
  SlackFailure,
  slackAppsUrl,
  slackBotOf,
  slackEmailOf,
  slackGrantByCode,
  slackManifestOf,
  slackScopes,
  slackSignInUrl,
  slackTokenFor,
} from '@assay/integrations';
import type { Api } from '../api.ts';
import { takeServiceAttempt } from '../authorizations/takeServiceAttempt.ts';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const getSlackApp = route(slackCalls.getSlackApp, async ({ api: { config } }) => {
  const redirectUri = redirectUriOf(config);
  return {
    isSetUp: config.slack.app !== null,
    manifest: slackManifestOf({ redirectUri, commandsUrl: new URL(slackCommandsPath, config.publicUrl).href }),
    createUrl: slackAppsUrl,
    redirectUri,
    scopes: slackScopes.map((one) => ({ ...one })),
  };
});

/** Sends the browser to Slack, to come back with a code. */
const startSlackSignIn = route(
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

/** Connects Slack for the account for which it was begun, where the person still may. */
const connectSlack = route(slackCalls.connectSlack, async (received) => {
  const { api, context, body, request } = received;
  const { code, redirectUri, state } = body;
  const { accountId, returnTo } = await takeServiceAttempt(received, 'slack', state, slackSignInPrefix);
  const { address, app } = api.config.slack;
  if (app === null) throw new ApiError('authorization.notOffered');
  if (redirectUri !== redirectUriOf(api.config)) throw new ApiError('authReturn.invalid');
  const grant = await slackGrantByCode(api.poster, { address, app }, { code, redirectUri }, new Date()).catch(
    (error: unknown) => {
      if (!(error instanceof SlackFailure)) throw error;
      // What was sent and answered is not repeated: it has secrets.
      request.log.warn({ reason: error.message }, 'Slack could not be connected');
      const { message, isPassing, retryAfterMs } = error;
      if (!isPassing) throw new ApiError('authReturn.failed', { message, cause: error });
      const retryAfterSeconds = Math.ceil((retryAfterMs ?? 0) / 1000);
      throw new ApiError('authProvider.away', {
        message,
        cause: error,
        ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
      });
    },
  );
  const authorizationId = authorizationIdOf(accountId, 'Slack');
  // The tokens first: a connection without any would have to be made again.
  await api.operations.serviceGrants.put(authorizationId, grant.tokens);
  const service = { authorizationId, provider: 'Slack' as const, identifier: grant.workspace };
  await api.eventLog.handle(
    authorizationDecider,
    authorizationId,
    { type: 'signInAuthorization', ...service },
    { ...context, accountId },
  );
  return { returnTo };
});

const elsewhere = 'At Slack this member does not have the e-mail address by which you sign in here.';

/** Slack says whose address the member has: with another member's id, a link gets no one's notifications. */
const connectSlackMember = route(
  slackCalls.connectSlackMember,
  async ({ api, body: { slackMemberId }, caller: { accountId, userId }, context }) => {
    const { eventLog, readModels } = api;
    const { state } = await eventLog.load(authorizationDecider, authorizationIdOf(accountId, 'Slack'));
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const email = await memberEmailOf(state, slackMemberId, api);
    const own = (await readModels.user(userId))?.email ?? '';
    if (email === null || email.toLowerCase() !== own.toLowerCase()) {
      throw new InvalidFields({ field: 'slackMemberId', message: elsewhere });
    }
    const command = { type: 'connectSlackMember' as const, accountId, userId, slackMemberId };
    return commandAnswer(eventLog, await eventLog.handle(userRolesDecider, accountId, command, context));
  },
);

/** @throws ApiError when Slack does not tell */
async function memberEmailOf(
  authorization: Parameters<typeof slackTokenFor>[0],
  slackMemberId: string,
  { poster, config, operations }: Api,
): Promise<string | null> {
  try {
    const deps = { poster, settings: config.slack, grants: operations.serviceGrants };
    return await slackEmailOf(poster, config.slack, await slackTokenFor(authorization, deps), slackMemberId);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    const { message } = error;
    if (error.isPassing) throw new ApiError('authProvider.away', { message, cause: error });
    throw new ApiError('authorization.unusable', { message, cause: error });
  }
}

/** An open screen asks Slack no more often than this. */
const keptMs = 60_000;

const getSlackHealth = route(slackCalls.getSlackHealth, async ({ api, caller: { accountId } }) => {
  const { poster, config, operations, eventLog } = api;
  const authorizationId = authorizationIdOf(accountId, 'Slack');
  const { state, revision } = await eventLog.load(authorizationDecider, authorizationId);
  if (state.status === 'none') throw new DomainError('authorization.notFound');
  const deps = { poster, settings: config.slack, grants: operations.serviceGrants };
  return api.slackHealth.get(`${accountId} ${revision}`, keptMs, async (): Promise<SlackHealthView> => {
    try {
      const token = await slackTokenFor(state, deps);
      if (/^https?:/i.test(token)) {
        return { status: 'unknown', detail: 'An incoming webhook posts to its own channel.' };
      }
      return { status: 'well', detail: `Slack knows the token as ${await slackBotOf(poster, config.slack, token)}.` };
    } catch (error) {
      if (!(error instanceof SlackFailure)) throw error;
      return { status: 'failing', detail: error.message };
    }
  });
});

export const slackRoutes: readonly Route[] = [
  getSlackApp,
  startSlackSignIn,
  connectSlack,
  connectSlackMember,
  getSlackHealth,
];
