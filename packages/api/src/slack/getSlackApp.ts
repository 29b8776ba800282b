import { slackCalls, slackCommandsPath } from '@assay/contract';
import { slackAppsUrl, slackManifestOf, slackScopes } from '@assay/integrations';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { route } from '../http/route.ts';

export const getSlackApp = route(slackCalls.getSlackApp, async ({ api: { config } }) => {
  const redirectUri = redirectUriOf(config);
  return {
    isSetUp: config.slack.app !== null,
    manifest: slackManifestOf({ redirectUri, commandsUrl: new URL(slackCommandsPath, config.publicUrl).href }),
    createUrl: slackAppsUrl,
    redirectUri,
    scopes: slackScopes.map((one) => ({ ...one })),
  };
});
