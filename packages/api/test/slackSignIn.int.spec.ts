import { createHmac } from 'node:crypto';
import { type AuthorizationView, authorizationIdOf, type ErrorBody, type SlackAppView } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeSlack, fakeSlack } from '../../../test/support/fakeSlack.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

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

  it('tells people what they follow, once Slack says that the address is theirs', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    slack.members.set('U0ADA', api.admin.email).set('U0GRACE', grace.email);
    const say = (slackMemberId: string) =>
      api.call<ErrorBody>('POST', '/slack-connect', { body: { slackMemberId }, as: grace });
    const form = async (id: string) => (await say(id)).body.errors?.map(({ message }) => message);
    expect(await form('nonsense')).toEqual(['Enter the member ID of your profile at Slack, such as U012AB3CD']);
    expect(await form('U0NOBODY')).toEqual([expect.stringMatching(/does not have the e-mail address/)]);
    expect(await form('U0ADA')).toEqual([expect.stringMatching(/does not have the e-mail address/)]);
    expect((await say('U0GRACE')).status).toBe(200);
    await api.caughtUp();
    const settings = { notifyByEmail: false, notifyBySlack: true };
    await api.done('POST', '/users/me/notification-settings', { body: settings, as: grace });
    const { projectId, environmentId } = await prepareRun(api);
    const report = '<testsuite name="s"><testcase classname="Cart" name="adds" time="1"/></testsuite>';
    const { body: upload } = await uploadForm(api, { projectId, environmentId }, [{ name: 'r.xml', content: report }]);
    await api.done('POST', `/test-runs/${upload.id}/messages`, { body: { text: `<@${grace.userId}> look` } });
    const told = await eventually(
      () => slack.calls('chat.postMessage').find(({ body }) => JSON.parse(body).channel === 'U0GRACE') ?? null,
    );
    expect(JSON.parse(told.body)).toMatchObject({
      blocks: [{ type: 'section' }, { type: 'actions', elements: [{ url: expect.stringContaining(upload.id) }] }],
    });
    expect(slack.calls('chat.postMessage').filter(({ body }) => JSON.parse(body).channel === 'U0ADA')).toEqual([]);
  });

  it('answers the command of Slack with the link by which people say who they are', async () => {
    const body = 'command=%2Fassay&user_id=U0GRACE&text=';
    const type = (secret: string, at = Math.floor(Date.now() / 1000)) =>
      fetch(`${api.url}/api/hooks/slack-commands`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': String(at),
          'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`,
        },
      });
    const answer = await type(slack.client.signingSecret);
    expect(await answer.json()).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringContaining(`<${redirectUri}?slackMemberId=U0GRACE|`),
    });
    const old = Math.floor(Date.now() / 1000) - 600;
    expect([(await type('another')).status, (await type(slack.client.signingSecret, old)).status]).toEqual([401, 401]);
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
