import {
  type Call,
  type CreatedSharedLink,
  callsByArea,
  type ErrorBody,
  type PersonalExport,
  requestOf,
  type SharedLinkView,
  type SharedResultsPage,
  type SharedResultView,
  type SharedRunView,
  sharedRunCalls,
  type TestRunId,
} from '@assay/contract';
import { type AgentUnderTest, registerAgent, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { runCycle } from './runCycle.ts';

const secret = { key: 'TOKEN', value: 'battery-staple', encrypted: true, file: false };
const plain = { key: 'BASE_URL', value: 'https://inner.example.org', encrypted: false, file: false };

describe('a link that shows a test run', () => {
  let api: ApiUnderTest;
  let user: Person;
  let stranger: Person;
  let testRunId: TestRunId;
  beforeAll(async () => {
    api = await startApi({ automation: true });
    user = await api.newPerson(api.admin.accountId, 'USER');
    stranger = await api.newAccount('stranger');
    ({ testRunId } = await prepareRun(api, { variables: [secret, plain], run: { runners: 1 } }));
    const agent = await registerAgent(api);
    await runTests(agent);
  });
  afterAll(() => api.stop());

  async function runTests(agent: AgentUnderTest): Promise<void> {
    const cycle = runCycle(api, agent);
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const blobId = await agent.upload(Buffer.from('not really a picture'));
    const picture = { kind: 'screenshot' as const, name: 'cart.png', blobId, size: 20, mediaType: 'image/png' };
    const failure = { status: 'FAIL' as const, error: 'expected 1 to be 2', output: 'said something' };
    await agent.events(unit, 1, [
      testStarted('test1'),
      testFinished('test1'),
      testStarted('test2'),
      testFinished('test2', { ...failure, artifacts: [picture] }),
      unitCompleted,
    ]);
    await cycle.untilRun(testRunId, ({ status }) => status === 'FAIL');
    await api.caughtUp();
  }

  const create = async (includes: { includesScreenshots?: boolean; includesOutput?: boolean } = {}, as?: Person) => {
    const body = { days: 7, ...includes };
    const link = await api.done<CreatedSharedLink>('POST', `/test-runs/${testRunId}/shared-links`, { as, body });
    return { ...link, token: new URL(link.url).hash.slice(1) };
  };
  const open = <Body>(token: string, path = '') =>
    api.call<Body>('GET', `/shared-run${path}?token=${encodeURIComponent(token)}`, { as: null });
  const list = async (as?: Person, query = '') =>
    (await api.call<SharedLinkView[]>('GET', `/shared-links${query}`, { as })).body;
  const code = async (token: string) => {
    const { status, body } = await open<ErrorBody>(token);
    return [status, body.code];
  };

  it('shows results and errors without signing in; no variables, addresses, output and screenshots', async () => {
    const { url, token } = await create();
    expect(url).toMatch(/^https:\/\/assay\.example\.org\/shared-run#/);
    const run = await open<SharedRunView>(token);
    expect(run.body).toMatchObject({
      accountName: 'acme',
      projectName: 'Shop',
      status: 'FAIL',
      failCount: 1,
      passCount: 1,
      statusInfo: null,
      firstFailures: [{ name: 'test test2' }],
    });
    const page = await open<SharedResultsPage>(token, '/results');
    expect(page.body.tests.map(({ name, status }) => [name, status])).toEqual([
      ['test test1', 'PASS'],
      ['test test2', 'FAIL'],
    ]);
    const result = await open<SharedResultView>(token, `/results/${page.body.tests[1]?.id}`);
    expect(result.body.attemptsDetail).toMatchObject([
      { status: 'FAIL', error: 'expected 1 to be 2', output: null, screenShots: [] },
    ]);
    const everything = JSON.stringify([run.body, page.body, result.body]);
    for (const hidden of [secret.value, plain.value, 'TOKEN', '@example.com', 'said something', 'Ada']) {
      expect(everything).not.toContain(hidden);
    }
  });

  it('shows screenshots and output where it includes them', async () => {
    const { token } = await create({ includesScreenshots: true, includesOutput: true });
    const { body } = await open<SharedResultView>(token, `/results/${testRunId}.test2`);
    expect(body.attemptsDetail).toMatchObject([{ output: 'said something', screenShots: [{ name: 'cart.png' }] }]);
    const address = body.attemptsDetail[0]?.screenShots[0]?.url ?? '';
    const expires = Number(new URL(address, 'https://a').searchParams.get('expires'));
    expect(expires - Date.now() / 1000).toBeLessThanOrEqual(121);
    expect((await api.app.inject(address)).payload).toBe('not really a picture');
  });

  it('opens the calls of a shared run and no other', async () => {
    const { token } = await create();
    const opened = Object.values(sharedRunCalls).map(({ path }) => path);
    expect(opened).toEqual(['/shared-run', '/shared-run/results', '/shared-run/results/:testId']);
    const others = Object.values(callsByArea)
      .flatMap((area): Call[] => Object.values(area))
      .filter(({ permission }) => permission !== 'public');
    for (const call of others) {
      const { method, path } = requestOf(call, call.example);
      const as = { token, accountId: api.admin.accountId };
      const { status, body } = await api.call<ErrorBody>(method, path, { as });
      expect([`${method} ${path}`, status, body.code]).toEqual([`${method} ${path}`, 401, 'auth.required']);
    }
    const other = await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
    const { status } = await open(token, `/results/${other.id}.test1`);
    expect(status).toBe(404);
  });

  it('is listed with who created it and when it was used last, until it is revoked', async () => {
    const { id, token } = await create({}, user);
    const found = async () => (await list(undefined, `?testRunId=${testRunId}`)).find((link) => link.id === id);
    expect(await found()).toMatchObject({ createdBy: { id: user.userId }, lastUsedAt: null, testRunNumber: 1 });
    await open(token);
    expect((await found())?.lastUsedAt).not.toBeNull();
    const exported = await api.call<PersonalExport>('GET', '/users/me/export', { as: user });
    expect(exported.body.sharedLinks).toMatchObject([{ accountId: api.admin.accountId, testRunId }]);
    await api.done('DELETE', `/shared-links/${id}`);
    expect(await code(token)).toEqual([404, 'sharedLink.notFound']);
    expect(await found()).toBeUndefined();
    const again = await api.call<ErrorBody>('DELETE', `/shared-links/${id}`);
    expect([again.status, again.body.code]).toEqual([404, 'sharedLink.notFound']);
    const log = await api.call<{ entries: { action: string; actor: { id: string }; detail: string }[] }>(
      'GET',
      '/account/access-log?kind=publicLink&limit=2',
    );
    expect(log.body.entries.map(({ action, actor, detail }) => [action, actor.id, detail])).toEqual([
      ['sharedLinkRevoked', api.admin.userId, '1'],
      ['sharedLinkCreated', user.userId, '1'],
    ]);
  });

  it('is neither created, listed nor revoked by another account', async () => {
    const { id, token } = await create();
    const body = { days: 1 };
    const created = await api.call<ErrorBody>('POST', `/test-runs/${testRunId}/shared-links`, { as: stranger, body });
    expect([created.status, created.body.code]).toEqual([404, 'testRun.notFound']);
    expect(await list(stranger)).toEqual([]);
    expect(await list(stranger, `?testRunId=${testRunId}`)).toEqual([]);
    const revoked = await api.call<ErrorBody>('DELETE', `/shared-links/${id}`, { as: stranger });
    expect([revoked.status, revoked.body.code]).toEqual([404, 'sharedLink.notFound']);
    expect((await open(token)).status).toBe(200);
  });

  it('expires when chosen and refuses forged tokens', async () => {
    const { token, expiresAt } = await create();
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    const [id = '', round = '', hash = ''] = token.split('.');
    for (const other of ['made-up', `${id}.${round}.${hash.replace(/.$/, 'x')}`, `${id}x.${round}.${hash}`]) {
      expect(await code(other)).toEqual([404, 'sharedLink.notFound']);
    }
    const refused = await api.call<ErrorBody>('POST', `/test-runs/${testRunId}/shared-links`, { body: { days: 365 } });
    expect(refused.status).toBe(400);
  });

  it('has a limit by run', async () => {
    let status = 201;
    for (let made = 0; status === 201 && made < 30; made += 1) {
      ({ status } = await api.call('POST', `/test-runs/${testRunId}/shared-links`, { body: { days: 1 } }));
    }
    expect(status).toBe(409);
    expect((await list(undefined, `?testRunId=${testRunId}`)).length).toBe(20);
  });
});
