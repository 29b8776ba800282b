import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openFetch, proxiesOf } from '@assay/proxies';
import type { AuthProvider } from '../src/authProviders/authProvider.ts';
import type { AuthProviderSettings } from '../src/authProviders/authProviderSettings.ts';
import { gitHubProvider } from '../src/authProviders/gitHubProvider.ts';

const checks = {
  redirectUri: 'https://assay.example.org/auth-return',
  state: 'state-1',
  nonce: 'nonce-1',
  codeVerifier: 'verifier-of-at-least-forty-three-characters-1',
};

describe('GitHub', () => {
  let server: Server;
  let github: AuthProvider;
  /** What was exchanged for a token, and what the calls answer. */
  let exchanged: URLSearchParams[] = [];
  let emails: object[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/login/oauth/access_token') {
        exchanged.push(new URLSearchParams(await text(request)));
        return answer(200, { access_token: 'token-1', token_type: 'bearer', scope: 'read:user,user:email' });
      }
      if (request.headers.authorization?.toLowerCase() !== 'bearer token-1') return answer(401, {});
      return request.url === '/api/v3/user' ? answer(200, { id: 583231, login: 'octocat' }) : answer(200, emails);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings: AuthProviderSettings = {
      name: 'github',
      label: 'GitHub',
      icon: 'github',
      protocol: 'gitHub',
      issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientId: 'assay',
      clientSecret: 'secret',
      scope: 'read:user user:email',
    };
    github = gitHubProvider(settings, openFetch(proxiesOf({})));
  });
  beforeEach(() => {
    exchanged = [];
    emails = [
      { email: 'octo@example.net', primary: false, verified: true },
      { email: 'cat@example.net', primary: true, verified: true },
    ];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is asked for a code with PKCE', async () => {
    const { pathname, searchParams } = await github.authorizationUrl(checks);
    expect(pathname).toBe('/login/oauth/authorize');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'assay',
      redirect_uri: checks.redirectUri,
      scope: 'read:user user:email',
      state: 'state-1',
      code_challenge_method: 'S256',
    });
  });

  it('says who somebody is by number, with the primary address', async () => {
    const returned = new URLSearchParams({ code: 'code-1', state: 'state-1' });
    const identity = await github.identityOf(returned, checks, []);
    expect(identity).toMatchObject({ subject: '583231', email: 'cat@example.net' });
    expect(Object.fromEntries(exchanged[0] ?? [])).toMatchObject({
      code: 'code-1',
      client_secret: 'secret',
      code_verifier: checks.codeVerifier,
    });
  });

  it('has no address that is not verified', async () => {
    emails = [{ email: 'cat@example.net', primary: true, verified: false }];
    const identity = await github.identityOf(new URLSearchParams({ code: 'code-1', state: 'state-1' }), checks, []);
    expect(identity.email).toBeNull();
  });

  it('is not asked for anything with the state of another sign-in', async () => {
    const returned = new URLSearchParams({ code: 'code-1', state: 'state-2' });
    await expect(github.identityOf(returned, checks, [])).rejects.toThrow();
    expect(exchanged).toEqual([]);
  });
});
