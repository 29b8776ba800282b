import { randomBytes } from 'node:crypto';
import { InvalidFields } from '@assay/application';
import { gitHubAppCalls, gitHubAppPrefix, messages, secureAddressOf, webhookProblemOf } from '@assay/contract';
import { gitHubManifestOf } from '@assay/integrations';
import { giveAuthCookie } from '../authProviders/authCookie.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { route } from '../http/route.ts';
import { gitHubAppUrlOf } from '../webhooks/webhookUrl.ts';
import { requireNoGitHubApp } from './requireNoGitHubApp.ts';
import { manifestPagePath } from './serveManifestPage.ts';

function requireSecureAddress(given: string): string {
  const address = secureAddressOf(given);
  if (address === null) throw new InvalidFields({ field: 'address', message: messages.insecureAddress });
  return address;
}

/** Remembers what the app is to be, for the page that takes the browser to GitHub. */
export const registerGitHubApp = route(
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
