import { gitHubAppCalls, gitHubAppPrefix } from '@assay/contract';
import { gitHubAppDecider, gitHubAppStreamId } from '@assay/domain';
import { gitHubAppByCode, UnreadableService } from '@assay/integrations';
import { takeAttempt } from '../authProviders/authReturn.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requireNoGitHubApp } from './requireNoGitHubApp.ts';

/** Takes over the app that GitHub made of the manifest, for whoever began it in this browser. */
export const finishGitHubApp = route(
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
