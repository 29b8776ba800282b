import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { flagsOf, openFlags } from '@assay/application';
import type { ErrorBody, RepositoryProposals } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { openFetch, proxiesOf } from '@assay/proxies';
import { type ForwardProxy, forwardProxy } from '../../../test/support/forwardProxy.ts';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { selfSignedCertificate } from '../../../test/support/selfSignedCertificate.ts';
import { gitHubProvider } from '../src/authProviders/gitHubProvider.ts';
import { openIdProvider } from '../src/authProviders/openIdProvider.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const checks = {
  redirectUri: 'https://assay.example.org/auth-return',
  state: 's',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
};
const returned = new URLSearchParams({ code: 'c', state: 's' });
const settings = {
  name: 'idp',
  label: 'Example ID',
  icon: 'key',
  clientId: 'assay',
  clientSecret: 'x',
  scope: 'openid',
};

describe('sign-in providers behind a proxy', () => {
  let server: Server;
  let ca: string;
  let proxy: ForwardProxy;
  const asked: string[] = [];
  beforeAll(async () => {
    const certificate = await selfSignedCertificate('idp.example.test');
    ca = certificate.cert;
    const issuer = 'https://idp.example.test';
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
      '/jwks': { keys: [] },
      '/token': { access_token: 'opaque', token_type: 'bearer', id_token: idToken(issuer) },
      '/login/oauth/access_token': { access_token: 'opaque', token_type: 'bearer' },
      '/api/v3/user': { id: 7, name: 'Grace Hopper' },
      '/api/v3/user/emails': [],
    };
    // A labelled fake of a provider: it speaks the protocols, and signs no one in.
    server = createServer(certificate, (request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await forwardProxy({ 'idp.example.test': (server.address() as AddressInfo).port });
  });
  afterAll(async () => {
    await proxy.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Unsigned by any published key: the keys are fetched to find that out. */
  function idToken(iss: string): string {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss, aud: 'assay', sub: 'grace', nonce: 'n', iat: seconds, exp: seconds + 3_600 };
    return `${encoded({ alg: 'RS256', kid: 'a' })}.${encoded(claims)}.${Buffer.alloc(256).toString('base64url')}`;
  }
  const fetch = () => openFetch(proxiesOf({ HTTPS_PROXY: proxy.url }), { connect: { ca } });

  it('are discovered, and asked for tokens and keys, through it', async () => {
    const provider = openIdProvider({ ...settings, protocol: 'openId', issuer: 'https://idp.example.test' }, fetch());
    await expect(provider.identityOf(returned, checks, [])).rejects.toThrow();
    expect(asked).toEqual(['/.well-known/openid-configuration', '/token', '/jwks']);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT idp.example.test:443']));
  });

  it('such as GitHub are asked through it', async () => {
    asked.length = 0;
    const provider = gitHubProvider({ ...settings, protocol: 'gitHub', issuer: 'https://idp.example.test' }, fetch());
    expect(await provider.identityOf(returned, checks, [])).toMatchObject({ subject: '7', firstName: 'Grace' });
    expect(asked.sort()).toEqual(['/api/v3/user', '/api/v3/user/emails', '/login/oauth/access_token']);
  });

  it('that cannot be reached are reported with the proxy that is set', async () => {
    const provider = openIdProvider({ ...settings, protocol: 'openId', issuer: 'https://gone.example.test' }, fetch());
    await expect(provider.authorizationUrl(checks)).rejects.toThrow('fetch failed (a proxy is set: HTTPS_PROXY)');
  });
});

describe('the api behind a proxy', () => {
  let proxy: ForwardProxy;
  let captcha: ReceivingServer;
  let repositories: GitServer;
  let trusting: ApiUnderTest;
  let open: ApiUnderTest;
  const registration = () => ({
    isOpen: true,
    captcha: {
      provider: 'turnstile' as const,
      siteKey: 'site-key',
      secret: 'captcha-secret',
      verifyUrl: 'http://captcha.example.test/siteverify',
    },
  });
  beforeAll(async () => {
    captcha = await receivingServer();
    captcha.reply = () => ({ status: 200, body: '{"success":true}' });
    repositories = await gitServer('t0ken', { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
    const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
    proxy = await forwardProxy({
      'captcha.example.test': portOf(captcha),
      'flags.example.test': portOf(captcha),
      'git.example.test': portOf(repositories),
    });
    const guard = openOutgoingGuard([], { proxies: proxiesOf({ HTTP_PROXY: proxy.url }) });
    const gitProtocols = ['http', 'https'];
    [trusting, open] = await Promise.all([
      startApi({ guard, gitProtocols }),
      startApi({ guard, gitProtocols, registration: registration() }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([trusting.stop(), open.stop()]);
    await Promise.all([proxy.stop(), captcha.stop(), repositories.stop()]);
  });
  beforeEach(() => {
    proxy.asked.length = 0;
  });

  const lookAt = (api: ApiUnderTest, gitUrl: string) =>
    api.call<RepositoryProposals & ErrorBody>('POST', '/projects/proposals', { body: { gitUrl } });

  it.each(['trusting', 'open'] as const)('reads repositories through it where registration is %s', async (kind) => {
    const api = kind === 'open' ? open : trusting;
    // The proxy alone knows this host.
    const { body } = await lookAt(api, 'http://ada:t0ken@git.example.test/northwind/shop.git');
    expect(body).toMatchObject({ branch: 'main', commit: repositories.commit });
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/git\.example\.test\/northwind\/shop\.git\/info\/refs/);
  });

  it('reads repositories of this machine directly', async () => {
    const { body } = await lookAt(trusting, repositories.repositoryUrl.replace('http://', 'http://ada:t0ken@'));
    expect(body).toMatchObject({ branch: 'main', commit: repositories.commit });
    expect(proxy.asked).toEqual([]);
  });

  it('refuses repositories at local addresses before the proxy is asked', async () => {
    const { status, body } = await lookAt(open, 'http://169.254.169.254/shop.git');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('not allowed here')]);
    expect(proxy.asked).toEqual([]);
  });

  it('asks the provider of a captcha through it', async () => {
    const body = {
      email: 'grace@example.net',
      firstName: 'Grace',
      lastName: 'Hopper',
      password: 'correct horse battery',
    };
    const answer = await open.call('POST', '/register-email', {
      as: null,
      body: { ...body, captchaSolution: 'solved' },
    });
    expect(answer.status).toBe(200);
    expect(proxy.asked).toEqual(['POST http://captcha.example.test/siteverify']);
  });

  it('asks a flag service through it', async () => {
    const said: string[] = [];
    const fetch = openFetch(proxiesOf({ http_proxy: proxy.url }));
    const flags = openFlags(flagsOf({ ASSAY_FLAGD_URL: 'http://flags.example.test' }), fetch, (why) => said.push(why));
    await flags.of({ id: open.admin.accountId, name: 'acme', currentPlan: 4, legacyPlan: false, flags: [] });
    expect(proxy.asked).toContainEqual(
      expect.stringMatching(/^POST http:\/\/flags\.example\.test\/ofrep\/v1\/evaluate\/flags\//),
    );
  });
});
