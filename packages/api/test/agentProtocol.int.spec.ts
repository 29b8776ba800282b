import type { ErrorBody, TestResultsPage, TestResultView, TestRunnerView, TestRunView } from '@assay/contract';
import { workUnitDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import {
  type AgentUnderTest,
  listedTest,
  registerAgent,
  testFinished,
  testListBlob,
  testStarted,
  unitCompleted,
} from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';

const secret = { key: 'TOKEN', value: ' s3cret ', encrypted: true, file: false };
const plain = { key: 'LEVEL', value: 'debug', encrypted: false, file: false };

describe("the agents' protocol", () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let run: PreparedRun;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    run = await prepareRun(api, { variables: [secret, plain], run: { runners: 1 } });
    agent = await registerAgent(api);
  });
  afterAll(() => api.stop());

  const newRun = async () => {
    const body = { project: 'shop', environment: 'test', runners: 1 };
    return (await api.done('POST', '/test-runs', { body })).id;
  };
  const runView = async (id: string) => {
    await api.caughtUp();
    return (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;
  };
  /** Asks again until the run shows what is waited for. */
  const untilRun = async (id: string, met: (view: TestRunView) => boolean): Promise<TestRunView> => {
    for (;;) {
      const view = await runView(id);
      if (met(view)) return view;
    }
  };
  const eventTypes = async (stream: string) => {
    const types: string[] = [];
    for await (const { type } of api.eventLog.read(stream)) types.push(type);
    return types;
  };
  /** Takes the set-up of the next run and lists tests. */
  const setUp = async (tests = [listedTest('test1'), listedTest('test2')]) => {
    const [setup] = await agent.claim();
    if (setup?.kind !== 'setup') throw new Error('no set-up');
    const blobId = await agent.upload(testListBlob(tests));
    const listed = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(listed).toMatchObject({ status: 200, body: {} });
    expect((await agent.events(setup, 1, [unitCompleted])).body).toEqual({ nextSequence: 2 });
    return setup;
  };

  it('takes a run from the set-up to the verdict', async () => {
    // The set-up, with the variables as they are now.
    const setup = await setUp();
    expect(setup).toMatchObject({ slot: 0, unit: 0, attempt: 1, nextSequence: 1, tests: [], leaseSeconds: 15 });
    expect(setup.run).toMatchObject({ testRunId: run.testRunId, projectKey: 'shop', branch: 'master' });
    expect(setup.run.variables).toEqual([secret, plain]);
    // A repeated list is harmless.
    const blobId = await agent.upload(testListBlob([listedTest('test1'), listedTest('test2')]));
    const again = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(again.status).toBe(200);
    expect(await eventTypes(`testList-${run.testRunId}`)).toEqual(['TestsListed', 'TestListCompleted']);

    // Its tests, each once however often it is posted.
    const [unit] = await agent.claim();
    if (!unit) throw new Error('no work');
    expect(unit).toMatchObject({ kind: 'tests', run: { commit: 'c'.repeat(40) } });
    expect(unit.tests.map(({ testId }) => testId)).toEqual(['test1', 'test2']);
    const screenshot = await agent.upload(Buffer.from('not really a picture'));
    const artifact = {
      kind: 'screenshot' as const,
      name: 'cart.png',
      blobId: screenshot,
      size: 20,
      mediaType: 'image/png',
    };
    const longError = `expected 1 to be 2 ${'é'.repeat(2000)}`;
    const report = [
      testStarted('test1'),
      testFinished('test1'),
      testStarted('test2'),
      testFinished('test2', { status: 'FAIL', error: longError, output: 'said something', artifacts: [artifact] }),
    ];
    expect((await agent.events(unit, 1, report)).body).toEqual({ nextSequence: 5 });
    expect((await agent.events(unit, 1, report)).body).toEqual({ nextSequence: 5 });
    expect((await agent.events(unit, 3, [...report.slice(2), unitCompleted])).body).toEqual({ nextSequence: 6 });
    expect((await agent.events(unit, 5, [unitCompleted])).body).toEqual({ nextSequence: 6 });
    expect(await eventTypes(`workUnit-${unit.leaseId}`)).toEqual([
      'WorkUnitClaimed',
      ...['TestStarted', 'TestFinished', 'TestStarted', 'TestFinished'],
      'WorkUnitCompleted',
    ]);

    // What people see of it.
    const view = await untilRun(run.testRunId, ({ status }) => status === 'FAIL');
    expect(view).toMatchObject({ number: 1, passCount: 1, failCount: 1, testCount: 2, commit: 'c'.repeat(40) });
    const { body: results } = await api.call<TestResultsPage>('GET', `/test-runs/${run.testRunId}/results`);
    expect(results.tests.map(({ testId, status }) => [testId, status])).toEqual([
      ['test1', 'PASS'],
      ['test2', 'FAIL'],
    ]);
    expect(results.tests[1]?.error?.length).toBe(1000);
    const path = `/test-runs/${run.testRunId}/results/test2`;
    const { body: result } = await api.call<TestResultView>('GET', path);
    const [attempt] = result.attemptsDetail;
    expect(attempt).toMatchObject({ error: longError, output: 'said something', stackTrace: null });
    expect((await api.call('GET', `/test-run-test/${run.testRunId}.test2`)).status).toBe(200);
    const picture = attempt?.screenShots[0];
    const shown = await api.app.inject({ url: picture?.url ?? '' });
    expect(shown.body).toBe('not really a picture');
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    const { body: runners } = await api.call<TestRunnerView[]>('GET', `/test-runs/${run.testRunId}/test-runners`);
    expect(runners).toMatchObject([{ agentName: 'builder', testRunnerAgentId: agent.agentId }]);
  });

  it('refuses what leaves a gap, and says where to go on', async () => {
    await newRun();
    await setUp();
    const [unit] = await agent.claim();
    if (!unit) throw new Error('no work');
    const gap = await agent.events(unit, 3, [testFinished('test1')]);
    expect(gap).toMatchObject({ status: 409, body: { code: 'unit.sequenceGap', nextSequence: 1 } });
    const all = [testStarted('test1'), testFinished('test1'), testStarted('test2'), testFinished('test2')];
    expect((await agent.events(unit, 1, [...all, unitCompleted])).status).toBe(200);
  });

  it('takes nothing more of a unit that was lost, and hides no event in doing so', async () => {
    await newRun();
    await setUp();
    const [unit] = await agent.claim();
    if (!unit) throw new Error('no work');
    expect((await agent.events(unit, 1, [testStarted('test1')])).body).toEqual({ nextSequence: 2 });
    const context = {
      accountId: api.admin.accountId,
      actor: { kind: 'automation' as const, id: 'test' },
      occurredAt: new Date().toISOString(),
      $correlationId: newId<string>(),
    };
    await api.eventLog.handle(workUnitDecider, unit.leaseId, { type: 'loseWorkUnit', reason: 'leaseExpired' }, context);
    const late = await agent.events(unit, 2, [testFinished('test1')]);
    expect(late).toMatchObject({ status: 409, body: { code: 'unit.lost' } });
    // What was recorded before the loss may be repeated.
    expect((await agent.events(unit, 1, [testStarted('test1')])).status).toBe(200);
    await api.operations.workQueue.loseUnit(unit.leaseId);
    const [next] = await agent.claim();
    expect(next).toMatchObject({ attempt: 2, unit: unit.unit });
    if (!next) throw new Error('no next attempt');
    const rest = [testStarted('test1'), testFinished('test1'), testStarted('test2'), testFinished('test2')];
    expect((await agent.events(next, 1, [...rest, unitCompleted])).status).toBe(200);
  });

  it('takes a unit back that the agent hands back, also when the agent says so twice', async () => {
    const id = await newRun();
    await setUp();
    const [unit] = await agent.claim();
    if (!unit) throw new Error('no work');
    const back = { type: 'unitHandedBack' as const };
    expect((await agent.events(unit, 1, [back])).body).toEqual({ nextSequence: 2 });
    expect((await agent.events(unit, 1, [back])).body).toEqual({ nextSequence: 2 });
    const [next] = await agent.claim();
    expect(next).toMatchObject({ attempt: 2 });
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    const renewed = await agent.post(`/agents/${agent.agentId}/renew`, {
      leases: [next?.leaseId],
      runs: [id],
      availableDiskSpace: 5,
    });
    expect(renewed.body).toEqual({ leases: [{ leaseId: next?.leaseId, state: 'canceled' }], finishedRuns: [id] });
  });

  it('cuts a large post into appends that the store takes', async () => {
    await newRun();
    const tests = Array.from({ length: 150 }, (_, n) => listedTest(`large${n}`));
    await setUp(tests);
    const [unit] = await agent.claim();
    if (!unit) throw new Error('no work');
    const error = '\u{1f600}'.repeat(800);
    const report = unit.tests.map(({ testId }) => testFinished(testId, { status: 'FAIL', error, output: error }));
    expect((await agent.events(unit, 1, report)).body).toEqual({ nextSequence: report.length + 1 });
    expect((await agent.events(unit, report.length + 1, [unitCompleted])).status).toBe(200);
  });

  it('keeps logs in order and says where a gap begins', async () => {
    const id = await newRun();
    const setup = await setUp();
    const chunk = (offset: number, text: string) =>
      agent.post<ErrorBody>(`/agents/${agent.agentId}/logs`, { testRunId: id, log: 'setup', offset, text });
    expect((await chunk(0, 'Größe\n')).body).toEqual({ nextOffset: 8 });
    expect((await chunk(0, 'Größe\n')).body).toEqual({ nextOffset: 8 });
    expect(await chunk(20, 'later')).toMatchObject({ status: 409, body: { code: 'log.gap', nextOffset: 8 } });
    const { body: logs } = await api.call('GET', `/test-runs/${id}/logs`);
    expect(logs).toEqual([{ name: 'setup', title: 'Set-up', size: 8, updatedAt: expect.any(String) }]);
    const { body: text } = await api.call('GET', `/test-runs/${id}/logs/setup?offset=5`);
    expect(text).toEqual({ text: 'e\n', nextOffset: 8, size: 8 });
    const elsewhere = { testRunId: 'another-run', log: 'setup', offset: 0, text: 'x' };
    expect((await agent.post(`/agents/${agent.agentId}/logs`, elsewhere)).status).toBe(404);
    expect(setup.run.testRunId).toBe(id);
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
  });

  it('keeps agents apart: ids, leases and accounts', async () => {
    const id = await newRun();
    const [setup] = await agent.claim();
    if (!setup) throw new Error('no work');
    const other = await registerAgent(api);
    const stranger = await registerAgent(api, (await api.newAccount('agents-stranger')).accountId);
    for (const { post, agentId } of [other, stranger]) {
      const path = `/agents/${agent.agentId}`;
      expect((await post(`${path}/claim`, { slots: [0], waitSeconds: 0 })).status).toBe(404);
      expect((await post(`${path}/exit`, {})).status).toBe(404);
      const facts = { agentId: agent.agentId, name: 'thief', os: 'LINUX', capacity: 1, version: '1' };
      expect((await post('/agents/register', facts)).status).toBe(404);
      const event = { firstSequence: 1, events: [unitCompleted] };
      expect((await post(`/agents/${agentId}/units/${setup.leaseId}/events`, event)).status).toBe(404);
      const list = { blobId: 'a'.repeat(64) };
      expect((await post(`/agents/${agentId}/units/${setup.leaseId}/test-list`, list)).status).toBe(404);
      const chunk = { testRunId: id, log: 'setup', offset: 0, text: 'x' };
      expect((await post(`/agents/${agentId}/logs`, chunk)).status).toBe(404);
    }
    const claimed = await stranger.post(`/agents/${stranger.agentId}/claim`, { slots: [0], waitSeconds: 0 });
    expect(claimed.body).toEqual({ assignments: [] });
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
  });

  it('refuses a blob that is not what its hash says, and a list that is none', async () => {
    const as = { token: agent.token };
    const path = `/agents/${agent.agentId}/blobs/${'b'.repeat(64)}`;
    const wrong = await api.call<ErrorBody>('PUT', path, { as, body: Buffer.from('something else') });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'blob.hashMismatch' } });
    const id = await newRun();
    const [setup] = await agent.claim();
    if (!setup) throw new Error('no work');
    const post = (blobId: string) =>
      agent.post<ErrorBody>(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(await post('c'.repeat(64))).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    const broken = await post(await agent.upload(Buffer.from('{"tests": 1}')));
    expect(broken).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
  });

  it('brings an agent back that was counted as gone', async () => {
    await agent.post(`/agents/${agent.agentId}/exit`, {});
    await api.caughtUp();
    const statusOf = async () => {
      await api.caughtUp();
      const { body } = await api.call<{ id: string; status: string; availableDiskSpace: number | null }[]>(
        'GET',
        '/agents',
      );
      return body.find(({ id }) => id === agent.agentId);
    };
    expect((await statusOf())?.status).toBe('Exited');
    await agent.post(`/agents/${agent.agentId}/renew`, { leases: [], runs: [], availableDiskSpace: 123 });
    expect(await statusOf()).toMatchObject({ status: 'Running', availableDiskSpace: 123 });
  });
});
