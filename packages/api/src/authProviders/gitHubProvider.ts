import type { Fetch } from '@assay/proxies';
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AuthProvider } from './authProvider.ts';
import { type AuthProviderSettings, isThisMachine } from './authProviderSettings.ts';
import { codeUrl, tokensOf } from './codeFlow.ts';
import { namesOf, usernameOf } from './identityOfClaims.ts';

const user = Compile(
  Type.Object({
    id: Type.Integer(),
    login: Type.Optional(Type.String()),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);
const emails = Compile(
  Type.Array(Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() })),
);

/** The calls of github.com have a host of their own; those of GitHub Enterprise Server are below its address. */
function apiOf(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
}

/** GitHub: OAuth 2, where calls say who somebody is, and which of their addresses are verified. */
export function gitHubProvider(
  { name, label, icon, issuer, clientId, clientSecret, scope }: AuthProviderSettings,
  fetch: Fetch,
): AuthProvider {
  const login = `${issuer}/login/oauth`;
  const endpoints = { issuer, authorization_endpoint: `${login}/authorize`, token_endpoint: `${login}/access_token` };
  const configuration = new Configuration(endpoints, clientId, undefined, ClientSecretPost(clientSecret));
  configuration[customFetch] = fetch;
  if (isThisMachine(new URL(issuer))) allowInsecureRequests(configuration);

  async function read(token: string, path: string): Promise<unknown> {
    const answer = await fetchProtectedResource(configuration, token, new URL(`${apiOf(issuer)}${path}`), 'GET');
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return answer.json();
  }

  return {
    name,
    label,
    icon,
    authorizationUrl: (checks) => codeUrl(configuration, scope, checks),
    async identityOf(returned, checks) {
      const { access_token: token } = await tokensOf(configuration, returned, checks);
      const [who, addresses] = await Promise.all([read(token, '/user'), read(token, '/user/emails')]);
      if (!user.Check(who) || !emails.Check(addresses)) throw new TypeError('GitHub answers something else');
      const email = addresses.find(({ primary, verified }) => primary && verified)?.email ?? null;
      const names = { ...namesOf({ name: who.name }), username: usernameOf(who.login) };
      return { issuer, subject: String(who.id), email, ...names, claims: {} };
    },
  };
}
