import type { ApiKeyView, GenerateApiKeyAnswer, HistoryItem, TestRunView } from '@assay/contract';
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
});
