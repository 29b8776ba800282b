import { type AuthorizationView, authorizationIdOf, type ErrorBody, type SlackAppView } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeSlack, fakeSlack } from '../../../test/support/fakeSlack.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const redirectUri = 'https://assay.example.org/auth-return';

describe('connecting Slack by signing in there', () => {
  let slack: FakeSlack;
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    slack = await fakeSlack();
    api = await startApi({
      automation: true,
      guard: openOutgoingGuard(['127.0.0.1']),
      slack: { address: slack.address, app: slack.client },
    });
    stranger = await api.newAccount('stranger');
  });
  afterAll(async () => {
    await api.stop();
    await slack.stop();
  });
  beforeEach(() => {
    slack.instead = () => undefined;
  });

  async function begin() {
    const body = { returnTo: '/acme/settings/integrations' };
    const answer = await api.call<{ url: string }>('POST', '/authorizations/slack/sign-in', { body });
    const url = new URL(answer.body.url);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { url, cookie, state: url.searchParams.get('state') ?? '' };
  }
  const finish = (cookie: string, body: object, as?: Person) =>
    api.call<{ returnTo: string } & ErrorBody>('POST', '/authorizations/slack', {
      body: { redirectUri, ...body },
      headers: { cookie },
      ...(as ? { as } : {}),
    });
  /** Signs in with a code that Slack has just given. */
  async function connect(code: string) {
    slack.codes.add(code);
    const { cookie, state } = await begin();
    return finish(cookie, { state, code });
  }
  const health = async () => (await api.call('GET', '/authorizations/slack/health')).body;

  it('shows the manifest of the app, with why it wants what', async () => {
    const { body } = await api.call<SlackAppView>('GET', '/authorizations/slack/app');
    expect(body).toMatchObject({ isSetUp: true, redirectUri });
    const manifest = JSON.parse(body.manifest);
    expect(manifest.oauth_config.redirect_urls).toEqual([redirectUri]);
    expect(manifest.oauth_config.scopes.bot).toEqual(body.scopes.map(({ scope }) => scope));
    expect((await api.call('GET', '/authorizations/slack/app', { as: stranger })).status).toBe(200);
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect((await api.call('GET', '/authorizations/slack/app', { as: user })).status).toBe(403);
  });

  it('works once, for the browser and the person that began it', async () => {
    slack.codes.add('code-1');
    for (const of of [{ cookie: 'assay-auth=another' }, { as: stranger }]) {
      const { cookie, state } = await begin();
      const refused = await finish(of.cookie ?? cookie, { state, code: 'code-1' }, of.as);
      expect([refused.status, refused.body.code]).toEqual([400, 'authReturn.invalid']);
    }
    const elsewhere = await begin();
    const wrong = { state: elsewhere.state, code: 'code-1', redirectUri: 'https://evil.example/auth-return' };
    expect((await finish(elsewhere.cookie, wrong)).body.code).toBe('authReturn.invalid');
    expect(slack.calls('oauth.v2.access')).toEqual([]);

    const { url, cookie, state } = await begin();
    expect(url.pathname).toBe('/oauth/v2/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: '123.456', redirect_uri: redirectUri });
    expect((await finish(cookie, { state, code: 'code-1' })).body).toEqual({ returnTo: '/acme/settings/integrations' });
    expect((await finish(cookie, { state, code: 'code-1' })).body.code).toBe('authReturn.invalid');
    await api.caughtUp();
    const [connected] = (await api.call<AuthorizationView[]>('GET', '/authorizations')).body;
    expect(connected).toMatchObject({ provider: 'Slack', means: 'oauth', identifier: 'Northwind' });
  });

  it('says what Slack has against it, and what passes', async () => {
    const { cookie, state } = await begin();
    const refused = await finish(cookie, { state, code: 'made-up' });
    expect([refused.status, refused.body.code]).toEqual([400, 'authReturn.failed']);
    expect(refused.body.message).toMatch(/older than 10 minutes/);

    slack.instead = () => ({ status: 429, headers: { 'retry-after': '30' }, body: '' });
    const often = await connect('code-2');
    expect([often.status, often.headers['retry-after']]).toEqual([503, '30']);
    expect(often.body.message).toBe('Slack was asked too often. Try again in 30 s.');
    slack.instead = () => ({ status: 503, body: '<html>' });
    expect([(await connect('code-3')).status, (await connect('code-4')).body.message]).toEqual([
      503,
      'Slack is in trouble. Try again later.',
    ]);
    slack.instead = () => ({ status: 200, body: '<html>not Slack</html>' });
    expect((await connect('code-5')).body.message).toMatch(/not the API of Slack/);
  });

  it('has alerts use its token, with one message for a run, and shows it nowhere', async () => {
    expect((await connect('code-6')).status).toBe(200);
    const alert = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_SLACK', destination: '#shop' };
    const { id } = await api.done('POST', '/alerts', { body: alert });
    await api.done('POST', `/alerts/${id}/test`);
    const [posted] = await eventually(() => {
      const calls = slack.calls('chat.postMessage');
      return calls.length > 0 ? calls : null;
    });
    expect(posted?.headers.authorization).toBe(`Bearer ${slack.token}`);
    expect(await health()).toEqual({ status: 'well', detail: 'Slack knows the token as @assay in Northwind.' });
    const stores = ['assay_ops', 'assay_read'].map(async (name) => {
      const db = api.documentStore.db(name);
      const collections = await db.listCollections().toArray();
      return Promise.all(collections.map((one) => db.collection(one.name).find().toArray()));
    });
    expect(JSON.stringify(await Promise.all(stores))).not.toContain(slack.token);
  });

  it('renews a token that expires, where the app has token rotation', async () => {
    slack.validSeconds = 60;
    await connect('code-7');
    const first = slack.token;
    expect(await health()).toMatchObject({ status: 'well' });
    expect(slack.token).not.toBe(first);
    slack.validSeconds = null;
  });

  it('tells when Slack does not take the token any more, and ends with the connection', async () => {
    await connect('code-8');
    slack.instead = (method) =>
      method === 'auth.test' ? { status: 200, body: '{"ok":false,"error":"token_revoked"}' } : undefined;
    expect(await health()).toEqual({
      status: 'failing',
      detail: 'The token was revoked at Slack. Connect it again.',
    });
    const id = authorizationIdOf(api.admin.accountId, 'Slack');
    await api.done('DELETE', `/authorizations/${id}`);
    expect(await api.operations.serviceGrants.find(id)).toBeNull();
    expect((await api.call('GET', '/authorizations/slack/health')).status).toBe(404);
  });
});
