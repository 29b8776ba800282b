import { gitHubAppCalls } from '@assay/contract';
import { gitHubAppDecider, gitHubAppStreamId } from '@assay/domain';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

/** Forgets the keys of the registered app; at GitHub it stays until its owner deletes it there. */
export const removeGitHubApp = route(
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
