import {
  type AuthorizationView,
  authorizationIdOf,
  type ConnectJiraAnswer,
  type ErrorBody,
  type JiraAppView,
  type JiraHealthView,
  type TrackerProject,
} from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { type FakeJira, fakeJira } from '../../../test/support/fakeJira.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const redirectUri = 'https://assay.example.org/alerts';
const email = 'ada@northwind.test';

describe('connecting Jira', () => {
  let jira: FakeJira;
  let api: ApiUnderTest;
  let stranger: Person;
  let user: Person;
  beforeAll(async () => {
    jira = await fakeJira();
    api = await startApi({ guard: openOutgoingGuard(['127.0.0.1']), jira: jira.settings });
    stranger = await api.newAccount('stranger');
    user = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(async () => {
    await api.stop();
    await jira.stop();
  });
  beforeEach(() => {
    jira.instead = () => undefined;
    jira.received.length = 0;
    jira.validSeconds = 3_600;
  });

  const connect = (fields: object, as?: Person) =>
    api.call<ErrorBody>('POST', '/authorizations', {
      body: { provider: 'Jira', identifier: jira.url, token: 'token-of-jira', ...fields },
      ...(as ? { as } : {}),
    });
  const errorsOf = ({ body }: { body: ErrorBody }) => body.errors?.map(({ field, message }) => `${field}: ${message}`);
  const projects = () => api.call<TrackerProject[] & ErrorBody>('GET', '/jira/project?query=bank');
  const health = async () => (await api.call<JiraHealthView>('GET', '/authorizations/jira/health')).body;
  const authorizationId = () => authorizationIdOf(api.admin.accountId, 'Jira');
  const connected = async () => {
    await api.caughtUp();
    const { body } = await api.call<AuthorizationView[]>('GET', '/authorizations');
    return body.find(({ provider }) => provider === 'Jira');
  };

  async function begin(body: object = {}) {
    const answer = await api.call<{ url: string }>('POST', '/authorizations/jira/sign-in', {
      body: { returnTo: '/acme/settings/integrations', ...body },
    });
    const url = new URL(answer.body.url);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { url, cookie, state: url.searchParams.get('state') ?? '' };
  }
  const finish = (cookie: string, body: object, as?: Person) =>
    api.call<ConnectJiraAnswer & ErrorBody>('POST', '/authorizations/jira', {
      body: { redirectUri, ...body },
      headers: { cookie },
      ...(as ? { as } : {}),
    });
  /** Signs in with a code that Atlassian has just given. */
  async function signIn(code: string, body: object = {}) {
    jira.codes.add(code);
    const { cookie, state } = await begin(body);
    return finish(cookie, { state, code });
  }

  describe('by token', () => {
    it('takes an API token of Jira Cloud at the site, and shows it nowhere', async () => {
      jira.apiTokens.set(email, { token: 'classic-token', hasScopes: false });
      expect((await connect({ email, token: 'classic-token', identifier: `${jira.url}/` })).status).toBe(201);
      expect(await connected()).toMatchObject({ identifier: jira.url, means: 'token' });
      expect((await projects()).body).toEqual([{ id: '10003', key: 'BANK', name: 'The bank' }]);
      expect(jira.received.at(-1)?.path).toMatch(/^\/rest\/api\/3\/project\/search\?/);
      expect(await health()).toEqual({ status: 'well', detail: 'Jira knows the connection as Ada Duarte.' });
      const stores = ['assay_ops', 'assay_read'].map(async (name) => {
        const db = api.documentStore.db(name);
        const collections = await db.listCollections().toArray();
        return Promise.all(collections.map((one) => db.collection(one.name).find().toArray()));
      });
      expect(JSON.stringify(await Promise.all(stores))).not.toContain('classic-token');
    });

    it('takes an API token with scopes, which works at Atlassian’s gateway only', async () => {
      jira.apiTokens.set(email, { token: 'scoped-token', hasScopes: true });
      expect((await connect({ email, token: 'scoped-token' })).status).toBe(201);
      expect((await projects()).body.map(({ key }) => key)).toEqual(['BANK']);
      expect(jira.received.at(-1)?.path).toContain(`/ex/jira/${jira.cloudId}/rest/api/3/project/search`);
    });

    it('takes a personal access token of Jira Data Center', async () => {
      jira.personalTokens.add('personal-token');
      expect((await connect({ token: 'personal-token' })).status).toBe(201);
      expect((await projects()).body).toEqual([{ id: 'BANK', key: 'BANK', name: 'The bank' }]);
      expect(jira.received.at(-1)?.path).toBe('/rest/api/2/project');
      const { body: trackers } = await api.call('GET', '/issue-trackers', { as: user });
      expect(trackers).toEqual([{ provider: 'Jira', name: 'Jira', address: jira.url, deployment: 'DataCenter' }]);
    });

    it('says at the field what is wrong', async () => {
      const refused = 'token: Jira does not accept the connection: it has expired or was revoked. Connect it again.';
      expect(errorsOf(await connect({ email, token: 'made-up-token' }))).toEqual([refused]);
      expect(errorsOf(await connect({ token: 'made-up-token' }))).toEqual([refused]);
      expect(errorsOf(await connect({ identifier: 'https://northwind.atlassian.net' }))).toEqual([
        'email: Enter the email address that the API token belongs to',
      ]);
      expect(errorsOf(await connect({ identifier: '' }))).toEqual(['identifier: Invalid URL']);
      expect(errorsOf(await connect({ identifier: `${jira.url}/elsewhere` }))).toEqual([
        'identifier: There is no Jira at this address',
      ]);
      expect(errorsOf(await connect({ identifier: 'http://127.0.0.2' }))).toEqual([
        expect.stringMatching(/^identifier: 127\.0\.0\.2 is an address of this machine/),
      ]);
      jira.instead = () => ({ status: 429, headers: { 'retry-after': '7' }, body: '' });
      const often = await connect({ email });
      expect([often.status, often.body.code, often.headers['retry-after']]).toEqual([503, 'issueTracker.away', '7']);
    });

    it('is for administrators', async () => {
      expect((await connect({ email }, user)).status).toBe(403);
      expect((await api.call('GET', '/authorizations/jira/app', { as: user })).status).toBe(403);
      expect((await api.call('GET', '/authorizations/jira/health', { as: user })).status).toBe(403);
      expect((await api.call('GET', '/authorizations/jira/health', { as: stranger })).body).toMatchObject({
        code: 'issueTracker.notConnected',
      });
    });
  });

  describe('by signing in at Atlassian', () => {
    it('shows where to register the app, and what it may do', async () => {
      const { body } = await api.call<JiraAppView>('GET', '/authorizations/jira/app');
      expect(body).toMatchObject({ isSetUp: true, redirectUri });
      expect(body.scopes.map(({ scope }) => scope)).toEqual([
        'offline_access',
        'read:jira-work',
        'write:jira-work',
        'read:jira-user',
        'manage:jira-configuration',
      ]);
    });

    it('works once, for the browser and the person that began it, and returns to /alerts', async () => {
      jira.codes.add('code-1');
      for (const of of [{ cookie: 'assay-auth=another' }, { as: stranger }]) {
        const { cookie, state } = await begin();
        const refused = await finish(of.cookie ?? cookie, { state, code: 'code-1' }, of.as);
        expect([refused.status, refused.body.code]).toEqual([400, 'authReturn.invalid']);
      }
      const elsewhere = await begin();
      const wrong = { state: elsewhere.state, code: 'code-1', redirectUri: 'https://evil.example/alerts' };
      expect((await finish(elsewhere.cookie, wrong)).body.code).toBe('authReturn.invalid');
      expect(jira.received).toEqual([]);

      const { url, cookie, state } = await begin();
      expect(url.pathname).toBe('/authorize');
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        audience: 'api.atlassian.com',
        client_id: jira.settings.app.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        prompt: 'consent',
        scope: 'offline_access read:jira-work write:jira-work read:jira-user manage:jira-configuration',
      });
      expect((await finish(cookie, { state, code: 'code-1' })).body).toEqual({
        returnTo: '/acme/settings/integrations',
        site: jira.url,
      });
      expect((await finish(cookie, { state, code: 'code-1' })).body.code).toBe('authReturn.invalid');
      expect(await connected()).toMatchObject({ means: 'oauth', identifier: jira.url });
      expect((await projects()).body.map(({ key }) => key)).toEqual(['BANK']);
    });

    it('says what Atlassian has against it, and which of several sites is to be named', async () => {
      const { cookie, state } = await begin();
      const refused = await finish(cookie, { state, code: 'made-up' });
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        400,
        'authReturn.failed',
        'Atlassian no longer accepts the sign-in. Connect Jira again.',
      ]);
      const sites = jira.sites;
      jira.sites = [...sites, { id: 'another', name: 'southwind', url: 'https://southwind.atlassian.net' }];
      expect((await signIn('code-2')).body.message).toBe(
        `The sign-in is for several sites: ${jira.url}, https://southwind.atlassian.net. Enter the address of one, and connect again.`,
      );
      expect((await signIn('code-3', { site: `${jira.url}/jira` })).body.site).toBe(jira.url);
      expect((await signIn('code-4', { site: 'https://eastwind.atlassian.net' })).body.message).toMatch(
        /^The sign-in is not for https:\/\/eastwind\.atlassian\.net, but for /,
      );
      jira.sites = [];
      expect((await signIn('code-5')).body.message).toMatch(/is for no Jira/);
      jira.sites = sites;
      jira.instead = () => ({ status: 429, headers: { 'retry-after': '30' }, body: '' });
      const often = await signIn('code-6');
      expect([often.status, often.headers['retry-after']]).toEqual([503, '30']);
    });

    it('renews tokens once for two processes that need them at the same time, and loses none', async () => {
      jira.validSeconds = 30;
      await signIn('code-7');
      const other = await api.another();
      const [renewals, replays] = [jira.renewals, jira.replays];
      jira.validSeconds = 3_600;
      const calls = [api.call, other.call].flatMap((call) =>
        Array.from({ length: 5 }, () => call<TrackerProject[]>('GET', '/jira/project?query=bank')),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
      expect([jira.renewals - renewals, jira.replays - replays]).toEqual([1, 0]);
      // What was stored is the pair that Atlassian gave last: it serves again.
      const stored = await api.operations.serviceGrants.find(authorizationId());
      expect(stored?.refreshToken).toBe(jira.refreshToken);
      await api.operations.serviceGrants.put(authorizationId(), {
        accessToken: 'expired',
        refreshToken: jira.refreshToken,
        expiresAt: new Date(0).toISOString(),
      });
      expect((await projects()).status).toBe(200);
      expect([jira.renewals - renewals, jira.replays - replays]).toEqual([2, 0]);
    });

    it('keeps the tokens when Atlassian cannot be reached, and says to connect again when they are revoked', async () => {
      jira.validSeconds = 30;
      await signIn('code-8');
      const { refreshToken } = jira;
      jira.instead = ({ path }) => (path === '/oauth/token' ? { status: 503, body: '' } : undefined);
      const away = await projects();
      expect([away.status, away.body.code]).toEqual([503, 'issueTracker.away']);
      expect((await api.operations.serviceGrants.find(authorizationId()))?.refreshToken).toBe(refreshToken);
      jira.instead = () => undefined;
      jira.refreshToken = 'another one';
      const revoked = await projects();
      expect([revoked.status, revoked.body.code, revoked.body.message]).toEqual([
        409,
        'issueTracker.unusable',
        'Atlassian no longer accepts the sign-in. Connect Jira again.',
      ]);
      expect(await health()).toEqual({
        status: 'failing',
        detail: 'Atlassian no longer accepts the sign-in. Connect Jira again.',
      });
    });

    it('keeps its address, and ends with the connection', async () => {
      await signIn('code-9');
      const path = `/authorizations/${authorizationId()}`;
      const moved = await api.call<ErrorBody>('PATCH', path, { body: { identifier: 'https://evil.example' } });
      expect([moved.status, moved.body.code]).toEqual([409, 'authorization.addressFixed']);
      // What the list shows of it is what If-Match takes.
      const revision = (await connected())?.revision ?? '';
      await api.done('DELETE', path, { headers: { 'if-match': revision } });
      expect(await api.operations.serviceGrants.find(authorizationId())).toBeNull();
      expect((await projects()).body.message).toBe(
        'Jira is not connected. An administrator can connect it in the settings, under Integrations.',
      );
    });
  });
});
