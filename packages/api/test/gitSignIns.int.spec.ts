import { createHash, createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  type AuthorizationView,
  authorizationIdOf,
  type ErrorBody,
  type FinishGitSignInAnswer,
  type ServiceRepository,
  type SingleProvider,
} from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { isOfGitHubApp } from '../../../test/support/isOfGitHubApp.ts';
import {
  type ReceivedRequest,
  type ReceivingServer,
  type Reply,
  receivingServer,
} from '../../../test/support/receivingServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const json = (body: object, status = 200): Reply => ({ status, body: JSON.stringify(body) });
const gone = json({}, 401);

/** A fake of Gitlab on loopback: OAuth with PKCE, whose refresh tokens serve once. */
function fakeGitlab() {
  const valid = { code: 'code-1', challenge: '', access: '', refresh: '' };
  const counts = { refreshed: 0 };
  const tokens = (seconds: number) => {
    [valid.access, valid.refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    return json({ access_token: valid.access, refresh_token: valid.refresh, expires_in: seconds });
  };
  const reply = ({ path, body, headers }: ReceivedRequest): Reply => {
    if (path === '/oauth/token') {
      const form = new URLSearchParams(body);
      if (form.get('client_secret') !== 'client-secret') return gone;
      if (form.get('grant_type') === 'authorization_code') {
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        return form.get('code') === valid.code && proof === valid.challenge ? tokens(1) : gone;
      }
      counts.refreshed += 1;
      return form.get('refresh_token') === valid.refresh ? tokens(7200) : gone;
    }
    if (headers.authorization !== `Bearer ${valid.access}`) return gone;
    return json([
      { path_with_namespace: 'northwind/shop', http_url_to_repo: 'https://gitlab.test/northwind/shop.git' },
    ]);
  };
  return { valid, counts, reply };
}

/** A fake of GitHub on loopback with an app, whose calls are signed by its key. */
function fakeGitHub(publicKey: string) {
  const isApps = ({ headers: { authorization = '' } }: ReceivedRequest) =>
    isOfGitHubApp(authorization.replace('Bearer ', ''), '12', publicKey);
  return (request: ReceivedRequest): Reply => {
    const { path, headers } = request;
    const { authorization } = headers;
    if (path === '/login/oauth/access_token') return json({ access_token: 'of-the-person' });
    if (path.startsWith('/api/v3/user/installations')) {
      return authorization === 'Bearer of-the-person' ? json({ installations: [{ id: 42, app_id: 12 }] }) : gone;
    }
    if (path === '/api/v3/app/installations/42') return isApps(request) ? json({ id: 42, suspended_at: null }) : gone;
    if (path === '/api/v3/app/installations/42/access_tokens') {
      const token = { token: 'of-the-installation', expires_at: new Date(Date.now() + 3_600_000).toISOString() };
      return isApps(request) ? json(token, 201) : gone;
    }
    if (!path.startsWith('/api/v3/installation/repositories')) return json({}, 404);
    const repository = { full_name: 'northwind/shop', clone_url: 'https://github.test/northwind/shop.git' };
    return authorization === 'Bearer of-the-installation' ? json({ repositories: [repository] }) : gone;
  };
}

describe('connecting a git service by signing in', () => {
  const gitlab = fakeGitlab();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let [gitlabServer, gitHubServer]: ReceivingServer[] = [];
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    gitlabServer = await receivingServer();
    gitHubServer = await receivingServer();
    gitlabServer.reply = gitlab.reply;
    gitHubServer.reply = fakeGitHub(publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const client = { clientId: 'client', clientSecret: 'client-secret' };
    const app = { appId: '12', slug: 'assay-of-northwind', privateKey, webhookSecret: 'hook-secret' };
    api = await startApi({
      guard: openOutgoingGuard(['127.0.0.1']),
      gitApps: {
        oauth: [{ provider: 'Gitlab', address: gitlabServer.url, ...client }],
        gitHubApp: { address: gitHubServer.url, ...client, ...app },
      },
    });
    stranger = await api.newAccount('stranger');
  });
  afterAll(async () => {
    await api.stop();
    await gitlabServer?.stop();
    await gitHubServer?.stop();
  });

  async function begin(provider: string, means: string) {
    const body = { provider, means, returnTo: '/acme/settings/integrations' };
    const answer = await api.call<{ url: string }>('POST', '/authorizations/sign-ins', { body });
    const url = new URL(answer.body.url);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { url, cookie, state: url.searchParams.get('state') ?? '' };
  }
  const finish = (cookie: string, body: object, as?: Person) =>
    api.call<FinishGitSignInAnswer & ErrorBody>('POST', '/authorizations/sign-ins/finish', {
      body,
      headers: { cookie },
      ...(as ? { as } : {}),
    });
  const idOf = (provider: SingleProvider) => authorizationIdOf(api.admin.accountId, provider);
  const repositories = (id: string) => api.call<ServiceRepository[]>('GET', `/authorizations/${id}/repos`);

  it('is offered as far as it is set up', async () => {
    expect((await api.call('GET', '/authorizations/sign-ins')).body).toEqual([
      { provider: 'GitHub', means: 'app', address: gitHubServer?.url },
      { provider: 'Gitlab', means: 'oauth', address: gitlabServer?.url },
    ]);
    const body = { provider: 'BitBucket', means: 'oauth', returnTo: '/' };
    const refused = await api.call<ErrorBody>('POST', '/authorizations/sign-ins', { body });
    expect([refused.status, refused.body.code]).toEqual([409, 'authorization.notOffered']);
  });

  it('works once, for the browser and the person that began it', async () => {
    for (const of of [{ cookie: 'assay-auth=another' }, { as: stranger }]) {
      const { cookie, state } = await begin('Gitlab', 'oauth');
      const refused = await finish(of.cookie ?? cookie, { state, code: 'code-1' }, of.as);
      expect([refused.status, refused.body.code]).toEqual([400, 'authReturn.invalid']);
    }
    const { url, cookie, state } = await begin('Gitlab', 'oauth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'client',
      redirect_uri: 'https://assay.example.org/auth-return',
      scope: 'api',
      code_challenge_method: 'S256',
    });
    gitlab.valid.challenge = url.searchParams.get('code_challenge') ?? '';
    const done = await finish(cookie, { state, code: 'code-1' });
    expect(done.body).toEqual({ status: 'connected', installationId: null, returnTo: '/acme/settings/integrations' });
    expect((await finish(cookie, { state, code: 'code-1' })).body.code).toBe('authReturn.invalid');
    await api.caughtUp();
    const [connected] = (await api.call<AuthorizationView[]>('GET', '/authorizations')).body;
    expect(connected).toMatchObject({ provider: 'Gitlab', means: 'oauth', identifier: gitlabServer?.url });
  });

  it('renews its tokens once, however many ask, and shows them nowhere', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => repositories(idOf('Gitlab'))));
    expect(answers.map(({ body }) => body[0]?.name)).toEqual(['northwind/shop', 'northwind/shop', 'northwind/shop']);
    expect(gitlab.counts.refreshed).toBe(1);
    const kept = await api.documentStore.db('assay_ops').collection('gitGrants').find().toArray();
    expect(kept).toHaveLength(1);
    const shown = await api.documentStore.db('assay_read').collection('authorizations').find().toArray();
    const { access, refresh } = gitlab.valid;
    for (const secret of [access, refresh, 'client-secret']) {
      expect(JSON.stringify([kept, shown, answers.map(({ body }) => body)])).not.toContain(secret);
      expect(Buffer.from(kept[0]?.content.buffer).includes(secret)).toBe(false);
    }
  });

  it('keeps its address, and ends with the connection', async () => {
    const moved = { body: { identifier: 'https://elsewhere.test' } };
    const refused = await api.call<ErrorBody>('PATCH', `/authorizations/${idOf('Gitlab')}`, moved);
    expect([refused.status, refused.body.code]).toEqual([409, 'authorization.addressFixed']);
    await api.done('DELETE', `/authorizations/${idOf('Gitlab')}`);
    expect(await api.operations.serviceGrants.find(idOf('Gitlab'))).toBeNull();
  });

  it('is by an installation of the app that is theirs; its tokens are made when they are used', async () => {
    const first = await begin('GitHub', 'app');
    expect(first.url.pathname).toBe('/github-apps/assay-of-northwind/installations/new');
    const foreign = await finish(first.cookie, { state: first.state, code: 'c', installationId: '43' });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'authReturn.failed']);
    const asked = await begin('GitHub', 'app');
    expect((await finish(asked.cookie, { state: asked.state })).body.status).toBe('pending');
    const { cookie, state } = await begin('GitHub', 'app');
    const { body } = await finish(cookie, { state, code: 'c', installationId: '42' });
    expect(body).toMatchObject({ status: 'connected', installationId: '42' });
    await api.caughtUp();
    const isComplete = async (as?: Person) =>
      (await api.call('GET', '/authorizations/git-hub-installations/42', as ? { as } : {})).body;
    expect([await isComplete(), await isComplete(stranger)]).toEqual([{ complete: true }, { complete: false }]);
    expect((await repositories(idOf('GitHub'))).body.map(({ name }) => name)).toEqual(['northwind/shop']);
  });

  it('has the app tell of pushes, signed by its secret', async () => {
    const message = JSON.stringify({ installation: { id: 42 }, repository: { full_name: 'northwind/shop' } });
    const tell = (secret: string) =>
      fetch(`${api.url}/api/hooks/git-hub-app`, {
        method: 'POST',
        body: message,
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'push',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(message).digest('hex')}`,
        },
      });
    expect([(await tell('hook-secret')).status, (await tell('another')).status]).toEqual([204, 401]);
  });
});
