import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims } from 'oidc-provider';
import type { AuthProviderSettings } from '../src/authProviders/authProviderSettings.ts';

export type OpenIdProvider = {
  settings: AuthProviderSettings;
  /**
   * Goes where the service sends a browser, and signs in there.
   * @param claims what the provider says of the person; `sub` is who it is
   * @returns the parameters that the provider sends the browser back with
   */
  visit(url: string, claims: AccountClaims): Promise<{ authId: string; code: string; iss: string }>;
  /** Whoever comes next with a browser that was not there before is signed in as the person of the claims. */
  willBe(claims: AccountClaims): void;
  stop(): Promise<void>;
};

const scope = 'openid email profile groups';

type Cookies = Map<string, string>;

/** @returns the answer, with what it sets in the jar */
async function visitOnce(url: URL, jar: Cookies): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  return answer;
}

/** A real provider with OpenID Connect on this machine, where whoever comes is signed in at once. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, AccountClaims>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = { client_id: 'assay', client_secret: randomBytes(32).toString('hex') };
  let signsIn = '';

  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], response_types: ['code'] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], groups: ['groups', 'hasgroups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => people.get(accountId) ?? { sub: accountId } }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const willBe = (claims: AccountClaims) => {
    people.set(claims.sub, claims);
    signsIn = claims.sub;
  };
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    return void provider.interactionFinished(request, response, { login: { accountId: signsIn } });
  });

  return {
    settings: {
      name: 'idp',
      label: 'Example ID',
      icon: 'key',
      protocol: 'openId',
      issuer,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      scope,
    },
    willBe,
    async visit(start, claims) {
      willBe(claims);
      const jar: Cookies = new Map();
      let url = new URL(start);
      while (url.origin === issuer) {
        const { status, headers } = await visitOnce(url, jar);
        const location = headers.get('location');
        if (location === null) throw new Error(`the provider answers ${status} at ${url}`);
        url = new URL(location, url);
      }
      if (`${url.origin}${url.pathname}` !== redirectUri) throw new Error(`the provider goes to ${url}`);
      const parameter = (name: string) => {
        const value = url.searchParams.get(name);
        if (value === null) throw new Error(`the provider sent no ${name}: ${url}`);
        return value;
      };
      return { authId: parameter('state'), code: parameter('code'), iss: parameter('iss') };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
