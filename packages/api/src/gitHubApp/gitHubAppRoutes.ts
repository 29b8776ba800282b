import { randomBytes } from 'node:crypto';
import { InvalidFields } from '@assay/application';
import {
  type GitHubAppView,
  gitHubAppCalls,
  gitHubAppPrefix,
  messages,
  secureAddressOf,
  webhookProblemOf,
} from '@assay/contract';
import { gitHubAppDecider, gitHubAppStreamId } from '@assay/domain';
import { gitHubAppByCode, gitHubAppPageOf, gitHubManifestOf, UnreadableService } from '@assay/integrations';
import type { Api } from '../api.ts';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { takeAttempt } from '../authProviders/authReturn.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { gitHubAppUrlOf } from '../webhooks/webhookUrl.ts';
import { manifestPagePath } from './serveManifestPage.ts';

/** @throws ApiError `gitHubApp.configured` or `gitHubApp.exists` where the installation has an app already */
async function requireNoGitHubApp({ config, operations }: Pick<Api, 'config' | 'operations'>): Promise<void> {
  if (config.gitApps.gitHubApp !== null) throw new ApiError('gitHubApp.configured');
  if ((await operations.gitHubAppKeys.find()) !== null) throw new ApiError('gitHubApp.exists');
}

type Kept = { address: string; appId: string; slug: string; webhookSecret: string | null };

function shown({ address, appId, slug, webhookSecret }: Kept) {
  return { address, appId, slug, pageUrl: gitHubAppPageOf({ address, slug }), hasWebhook: webhookSecret !== null };
}

const getGitHubApp = route(
  gitHubAppCalls.getGitHubApp,
  async ({ api: { config, operations, readModels } }): Promise<GitHubAppView> => {
    const configured = config.gitApps.gitHubApp;
    const registered = await operations.gitHubAppKeys.find();
    const by = registered && (await readModels.user(registered.registeredBy));
    return {
      configured: configured && shown(configured),
      registered: registered && {
        ...shown(registered),
        name: registered.name,
        settingsUrl: registered.settingsUrl,
        registeredAt: registered.registeredAt,
        registeredBy: by?.fullName ?? null,
      },
      connections: await readModels.countOfInstallations(),
      publicUrl: config.publicUrl,
      webhookUrl: gitHubAppUrlOf(config),
    };
  },
);

function requireSecureAddress(given: string): string {
  const address = secureAddressOf(given);
  if (address === null) throw new InvalidFields({ field: 'address', message: messages.insecureAddress });
  return address;
}

/** Remembers what the app is to be, for the page that takes the browser to GitHub. */
const registerGitHubApp = route(
  gitHubAppCalls.registerGitHubApp,
  async ({ api, body: { address: given, organization, isPublic, hasWebhook: wanted }, caller: { userId }, reply }) => {
    const { config, operations } = api;
    await requireNoGitHubApp(api);
    const address = requireSecureAddress(given);
    const { publicUrl } = config;
    const hasWebhook = wanted && webhookProblemOf(publicUrl, address) === null;
    const webhookUrl = hasWebhook ? gitHubAppUrlOf(config) : null;
    const manifest = gitHubManifestOf({ publicUrl, redirectUri: redirectUriOf(config), webhookUrl, isPublic });
    const attempt = { kind: 'gitHubApp' as const, address, organization, manifest, hasWebhook, userId };
    const secret = randomBytes(32).toString('base64url');
    const state = `${gitHubAppPrefix}${await operations.signInAttempts.begin(secret, attempt)}`;
    giveAuthCookie(reply, config, secret);
    return { url: `${manifestPagePath}?${new URLSearchParams({ state })}` };
  },
  { checks: ({ body: { address } }) => [() => address !== undefined && requireSecureAddress(address)] },
);

/** Takes over the app that GitHub made of the manifest, for the user who started in this browser. */
const finishGitHubApp = route(
  gitHubAppCalls.finishGitHubApp,
  async ({ api, body: { state, code }, caller: { userId }, context, request }) => {
    const { config, eventLog, gitApps, operations, poster } = api;
    if (!state.startsWith(gitHubAppPrefix)) throw new ApiError('authReturn.invalid');
    const attempt = await takeAttempt(api, request, state.slice(gitHubAppPrefix.length), 'gitHubApp');
    if (attempt.userId !== userId) throw new ApiError('authReturn.invalid');
    await requireNoGitHubApp(api);
    const { address, hasWebhook } = attempt;
    const made = await gitHubAppByCode(poster, address, code).catch((error: unknown) => {
      if (!(error instanceof UnreadableService)) throw error;
      // What was sent and answered is not repeated: it has secrets.
      request.log.warn({ reason: error.message }, 'a GitHub App could not be taken over');
      throw new ApiError('authReturn.failed', { message: error.message, cause: error });
    });
    const { appId, slug } = made;
    const registeredAt = context.occurredAt;
    // The keys first: GitHub gives them this once.
    const webhookSecret = hasWebhook ? made.webhookSecret : null;
    const isNew = await operations.gitHubAppKeys.add({
      ...made,
      address,
      webhookSecret,
      registeredAt,
      registeredBy: userId,
    });
    gitApps.forget();
    if (!isNew) throw new ApiError('gitHubApp.exists');
    logSecurity(config.securityLog, request, 'gitHubAppRegistered', { appId, slug, at: address });
    const command = { type: 'registerGitHubApp' as const, address, appId, slug };
    await eventLog.handle(gitHubAppDecider, gitHubAppStreamId, command, context);
    return null;
  },
);

/** Forgets the keys of the registered app; at GitHub it stays until its owner deletes it there. */
const removeGitHubApp = route(
  gitHubAppCalls.removeGitHubApp,
  async ({ api: { config, eventLog, gitApps, operations }, params: { appId }, context, request }) => {
    const app = await operations.gitHubAppKeys.find();
    const isGone = app?.appId === appId && (await operations.gitHubAppKeys.remove(appId));
    gitApps.forget();
    if (!app || !isGone) throw new ApiError('gitHubApp.notFound');
    const { address, slug } = app;
    logSecurity(config.securityLog, request, 'gitHubAppRemoved', { appId, slug, at: address });
    const command = { type: 'removeGitHubApp' as const, address, appId, slug };
    await eventLog.handle(gitHubAppDecider, gitHubAppStreamId, command, context);
    return null;
  },
);

/** How staff register the GitHub App of the installation, and remove it. */
export const gitHubAppRoutes: readonly Route[] = [getGitHubApp, registerGitHubApp, finishGitHubApp, removeGitHubApp];
