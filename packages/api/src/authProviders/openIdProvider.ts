import { loadOnce } from '@assay/concurrency';
import { isLeftOut } from '@assay/domain';
import type { Fetch } from '@assay/proxies';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { AuthProvider } from './authProvider.ts';
import { type AuthProviderSettings, isThisMachine } from './authProviderSettings.ts';
import { codeUrl, tokensOf } from './codeFlow.ts';
import { identityOfClaims } from './identityOfClaims.ts';

const timeoutSeconds = 10;

/** Basic is the standard's default; a provider that does not offer it says so. */
function clientAuth(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: offered = ['client_secret_basic'] } = server;
    const authenticate = offered.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    authenticate(secret)(server, client, body, headers);
  };
}

/** A provider with OpenID Connect, which tells by itself where everything is: it is asked once. */
export function openIdProvider(
  { name, label, icon, issuer, clientId, clientSecret, scope }: AuthProviderSettings,
  fetch: Fetch,
): AuthProvider {
  const server = new URL(issuer);
  const configured = loadOnce(() =>
    discovery(server, clientId, undefined, clientAuth(clientSecret), {
      timeout: timeoutSeconds,
      [customFetch]: fetch,
      // The signature too, by the provider's keys: an attacker between this service and the provider cannot sign users in.
      execute: [enableNonRepudiationChecks, ...(isThisMachine(server) ? [allowInsecureRequests] : [])],
    }),
  );

  return {
    name,
    label,
    icon,
    authorizationUrl: async (checks) => codeUrl(await configured(), scope, checks, { nonce: checks.nonce }),
    async identityOf(returned, checks, wanted) {
      const configuration = await configured();
      const tokens = await tokensOf(configuration, returned, checks, checks.nonce);
      const claims = tokens.claims();
      if (!claims) throw new TypeError('the answer has no ID token');
      const isThere = (claim: string) =>
        claim in claims || (claim.split('.')[0] ?? claim) in claims || isLeftOut(claims, claim);
      const isComplete = claims.email !== undefined && wanted.every(isThere);
      if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return identityOfClaims(claims);
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return identityOfClaims({ ...more, ...claims });
    },
  };
}
