import {
  type ApiKeyView,
  apiKeyScopes,
  type ErrorBody,
  type GenerateApiKeyAnswer,
  type HistoryItem,
  type NamedApiKeyView,
  type TestRunPage,
  type TestRunView,
} from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const file = { name: 'r.xml', content: '<testsuite><testcase classname="C" name="t"/></testsuite>' };

describe('an API key', () => {
  let api: ApiUnderTest;
  let run: PreparedRun;
  let key: string;
  let keyId: string;

  const generate = () => api.done<GenerateApiKeyAnswer>('POST', '/account/api-key');

  beforeAll(async () => {
    api = await startApi();
    run = await prepareRun(api);
    expect((await api.call('GET', '/account/api-key')).body).toBeNull();
    ({ key, id: keyId } = await generate());
  });
  afterAll(() => api.stop());

  const withKey = {
    as: {
      get token() {
        return key;
      },
    },
  };

  it('is shown once, and afterwards only by its last characters', async () => {
    const { body } = await api.call<ApiKeyView>('GET', '/account/api-key');
    expect(body).toMatchObject({ id: keyId, end: key.slice(-4) });
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it('starts, watches and cancels runs, and is recorded as the actor', async () => {
    const body = { project: 'shop', environment: 'test' };
    const { id } = await api.done('POST', '/test-runs', { ...withKey, body });
    await api.done('PATCH', `/test-runs/${id}`, { ...withKey, body: { status: 'CANCELED' } });
    const { body: view } = await api.call<TestRunView>('GET', `/test-runs/${id}`, withKey);
    expect(view).toMatchObject({ status: 'CANCELED', createdBy: { id: keyId, fullName: 'API key' } });
    const { body: history } = await api.call<HistoryItem[]>('GET', `/test-runs/${id}/history`, withKey);
    expect(history.map(({ userName }) => userName)).toEqual(['API key', 'API key']);
    for await (const { envelope } of api.eventLog.read(`testRun-${id}`)) {
      expect(envelope).toMatchObject({ accountId: api.admin.accountId, actor: { kind: 'apiKey', id: keyId } });
    }
  });

  it('uploads results, once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'job-1' };
    const fields = { projectId: 'shop', environmentId: 'test' };
    const first = await uploadForm(api, fields, [file], { ...withKey, headers });
    const again = await uploadForm(api, fields, [file], { ...withKey, headers });
    expect([first.status, again.body.id]).toEqual([201, first.body.id]);
  });

  it('cannot change settings, nor act as a person or agent', async () => {
    const project = { name: 'P', key: 'p', gitUrl: '/x', testingFramework: 'Playwright' };
    const tries: [string, string, unknown, number][] = [
      ['POST', '/projects', project, 403],
      ['POST', '/account/api-key', undefined, 403],
      ['GET', '/users/me', undefined, 403],
      ['PUT', `/projects/${run.projectId}/tests/t/quarantine`, { reason: 'x' }, 403],
      ['POST', '/agents/register', {}, 401],
    ];
    for (const [method, path, body, status] of tries) {
      expect([path, (await api.call(method, path, { ...withKey, body })).status]).toEqual([path, status]);
    }
  });

  it('works in its own account only', async () => {
    const stranger = await api.newAccount('stranger');
    const theirs = await api.done<GenerateApiKeyAnswer>('POST', '/account/api-key', { as: stranger });
    const answer = await api.call('GET', `/test-runs/${run.testRunId}`, { as: { token: theirs.key } });
    expect(answer.status).toBe(404);
    const named = { as: { token: theirs.key, accountId: api.admin.accountId } };
    expect((await api.call('GET', '/projects', named)).status).toBe(404);
  });

  it('can only be made by administrators', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect((await api.call('POST', '/account/api-key', { as: user })).status).toBe(403);
    expect((await api.call('GET', '/account/api-key', { as: user })).status).toBe(403);
  });

  it('stops working at once when a new one is made, which is recorded', async () => {
    const before = key;
    const next = await generate();
    expect((await api.call('GET', '/projects', { as: { token: before } })).status).toBe(401);
    expect((await api.call('GET', '/projects', { as: { token: next.key } })).status).toBe(200);
    const facts: unknown[] = [];
    for await (const { type, data, envelope } of api.eventLog.read(`account-${api.admin.accountId}`)) {
      facts.push({ type, data, actor: envelope.actor });
    }
    expect(facts.at(-1)).toMatchObject({
      type: 'ApiKeyGenerated',
      data: { apiKeyId: next.id },
      actor: { kind: 'user', id: api.admin.userId },
    });
    expect(JSON.stringify(facts)).not.toContain(next.key);
  });

  describe('with a name', () => {
    type Body = { name?: string; scope?: string; expiresAt?: string | null };
    const create = (body: Body = {}) =>
      api.done<GenerateApiKeyAnswer>('POST', '/account/api-keys', { body: { name: 'Jenkins', scope: 'CI', ...body } });
    const list = async () => (await api.call<NamedApiKeyView[]>('GET', '/account/api-keys')).body;
    const answerTo = async (token: string, method: string, path: string, body?: unknown) => {
      const { status, body: said } = await api.call<ErrorBody>(method, path, { as: { token }, body });
      return status < 400 ? status : `${status} ${said.code}`;
    };

    it('is listed with who made it, and never shown again', async () => {
      const made = await create({ name: ' Nightly ', expiresAt: '2126-01-01T00:00:00Z' });
      const [newest] = await list();
      expect(newest).toMatchObject({
        id: made.id,
        name: 'Nightly',
        scope: 'CI',
        end: made.key.slice(-4),
        createdBy: { id: api.admin.userId },
        expiresAt: '2126-01-01T00:00:00.000Z',
        lastUsedAt: null,
      });
      expect(JSON.stringify(newest)).not.toContain(made.key);
      await answerTo(made.key, 'GET', '/projects');
      expect((await list())[0]?.lastUsedAt).not.toBeNull();
    });

    it('is named wherever it did something, also when it is gone', async () => {
      const { id: keyId, key } = await create({ name: 'Nightly build' });
      const body = { project: 'shop', environment: 'test' };
      const { id } = await api.done('POST', '/test-runs', { as: { token: key }, body });
      await api.done('PATCH', `/test-runs/${id}`, { as: { token: key }, body: { status: 'CANCELED' } });
      await api.done('DELETE', `/account/api-keys/${keyId}`);
      const createdBy = { id: keyId, fullName: 'API key Nightly build', email: '' };
      expect((await api.call('GET', `/test-runs/${id}`)).body).toMatchObject({ createdBy });
      const { body: page } = await api.call<TestRunPage>('GET', '/test-runs?limit=1');
      expect(page.testRuns).toMatchObject([{ id, createdBy }]);
      const { body: history } = await api.call<HistoryItem[]>('GET', `/test-runs/${id}/history`);
      expect(history.map(({ userName }) => userName)).toEqual(Array(2).fill('API key Nightly build'));
    });

    it('needs a name, a known scope, and an end that is yet to come', async () => {
      const refused = async (body: unknown) => {
        const answer = await api.call<ErrorBody>('POST', '/account/api-keys', { body });
        return [answer.status, answer.body.errors?.map(({ field }) => field)];
      };
      expect(await refused({ name: ' ', scope: 'ROOT' })).toEqual([400, ['name', 'scope']]);
      expect(await refused({ name: 'Late', scope: 'CI', expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
        400,
        ['expiresAt'],
      ]);
    });

    it('allows what its scope says, and says so of the rest', async () => {
      const keys = await Promise.all(apiKeyScopes.map((scope) => create({ scope })));
      const refused = '403 apiKey.outOfScope';
      const start = { project: 'shop', environment: 'test' };
      const pool = { name: 'Large', runnerType: 'LINUX', maxRunners: 4 };
      const quarantine = `/projects/${run.projectId}/tests/t/quarantine`;
      const tries: [string, string, unknown, unknown[]][] = [
        ['GET', '/projects', undefined, [200, 200, 200, 200, 200]],
        ['GET', '/team', undefined, [200, refused, 200, 200, 200]],
        ['POST', '/test-runs', start, [refused, 201, 201, 201, 201]],
        ['PUT', quarantine, { reason: 'x' }, [refused, refused, ...Array(3).fill('404 projectTest.notFound')]],
        ['POST', '/runner-pools', pool, [refused, refused, refused, refused, 201]],
        ['GET', '/account/api-keys', undefined, Array(5).fill(refused)],
        ['POST', '/account/api-keys', { name: 'x', scope: 'USER' }, Array(5).fill(refused)],
        ['GET', '/users/me', undefined, Array(5).fill(refused)],
      ];
      for (const [method, path, body, expected] of tries) {
        const answers = [];
        for (const { key } of keys) answers.push(await answerTo(key, method, path, body));
        expect([path, ...answers]).toEqual([path, ...expected]);
      }
    });

    it('stops working at once when it is revoked, beside others that go on', async () => {
      const [revoked, other] = [await create(), await create()];
      expect((await api.call('DELETE', `/account/api-keys/${revoked.id}`)).status).toBe(204);
      expect(await answerTo(revoked.key, 'GET', '/projects')).toBe('401 auth.required');
      expect(await answerTo(other.key, 'GET', '/projects')).toBe(200);
      expect((await list()).map(({ id }) => id)).not.toContain(revoked.id);
      const again = await api.call<ErrorBody>('DELETE', `/account/api-keys/${revoked.id}`);
      expect([again.status, again.body.code]).toEqual([404, 'apiKey.notFound']);
      const facts: unknown[] = [];
      for await (const { type, data, envelope } of api.eventLog.read(`apiKey-${revoked.id}`)) {
        facts.push({ type, data, actor: envelope.actor });
      }
      const actor = { kind: 'user', id: api.admin.userId };
      expect(facts).toMatchObject([
        { type: 'ApiKeyCreated', data: { name: 'Jenkins', scope: 'CI' }, actor },
        { type: 'ApiKeyRevoked', data: { name: 'Jenkins' }, actor },
      ]);
      expect(JSON.stringify(facts)).not.toContain(revoked.key);
    });

    it('is seen, made and revoked by administrators of its account only', async () => {
      const { id } = await create();
      const user = await api.newPerson(api.admin.accountId, 'USER');
      const stranger = await api.newAccount('other administrators');
      const body = { name: 'Mine', scope: 'USER' };
      for (const [method, path] of [
        ['GET', '/account/api-keys'],
        ['POST', '/account/api-keys'],
        ['DELETE', `/account/api-keys/${id}`],
      ] as const) {
        const sent = method === 'POST' ? { body } : {};
        expect((await api.call(method, path, { as: user, ...sent })).status).toBe(403);
      }
      expect((await api.call('DELETE', `/account/api-keys/${id}`, { as: stranger })).status).toBe(404);
      expect((await api.call('GET', '/account/api-keys', { as: stranger })).body).toEqual([]);
      expect((await list()).map((one) => one.id)).toContain(id);
    });
  });
});
