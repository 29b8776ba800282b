import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClaimAnswer,
  leaseIdOf,
  type TestResultsPage,
  type TestResultView,
  type TestRunnerView,
} from '@assay/contract';
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
import { expectReplayOf } from './replayedRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

const gitUrl = 'https://ada:r3p0-k3y@git.example.org/shop.git';
const secret = { key: 'TOKEN', value: ' s3cret ', encrypted: true, file: false };
const plain = { key: 'LEVEL', value: 'debug', encrypted: false, file: false };

async function everyByteOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))));
}

describe('the agent protocol', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let run: PreparedRun;
  beforeAll(async () => {
    api = await startApi({ automation: true });
    run = await prepareRun(api, { gitUrl, variables: [secret, plain], run: { runners: 1 } });
    agent = await registerAgent(api);
    cycle = runCycle(api, agent);
  });
  afterAll(() => api.stop());

  it('takes a run from the set-up to the verdict', async () => {
    // The set-up, with the variables as they are now.
    const setup = await cycle.setUp();
    expect(setup).toMatchObject({ slot: 0, unit: 0, attempt: 1, nextSequence: 1, tests: [], leaseSeconds: 15 });
    expect(setup.run).toMatchObject({ testRunId: run.testRunId, projectKey: 'shop', branch: 'master' });
    expect(setup.run.settings.gitUrl).toBe(gitUrl);
    expect(await agent.variablesOf(setup)).toEqual([secret, plain]);
    expect(JSON.stringify(setup)).not.toContain(secret.value);
    expect(JSON.stringify(setup)).not.toContain(plain.value);
    // Repeating the list is harmless.
    const blobId = await agent.upload(testListBlob([listedTest('test1'), listedTest('test2')]));
    const again = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(again.status).toBe(200);
    expect(await cycle.eventTypes(`testList-${run.testRunId}`)).toEqual(['TestsListed', 'TestListCompleted']);

    // Its tests, each once however often it is posted.
    const unit = await cycle.takeWork();
    expect(unit).toMatchObject({ kind: 'tests', copy: null, run: { commit: 'c'.repeat(40) } });
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
    expect(await cycle.eventTypes(`workUnit-${unit.leaseId}`)).toEqual([
      'WorkUnitClaimed',
      'TestStarted',
      'TestFinished',
      'TestStarted',
      'TestFinished',
      'WorkUnitCompleted',
    ]);

    // What people see.
    const view = await cycle.untilRun(run.testRunId, ({ status }) => status === 'FAIL');
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

  it('gives user and password of the repository to the agent alone: no store holds them', async () => {
    const body = { gitUrl: 'https://ada:n3xt-k3y@git.example.org/shop.git' };
    await api.done('PUT', `/projects/${run.projectId}`, { body });
    for (const store of ['events', 'documents']) {
      const stored = await everyByteOf(join(api.dataDir, store));
      expect(stored.includes('git.example.org/shop.git')).toBe(true);
      expect(['r3p0-k3y', 'n3xt-k3y'].filter((password) => stored.includes(password))).toEqual([]);
    }
    await api.done('PUT', `/projects/${run.projectId}`, { body: { gitUrl } });
  });

  it('refuses events after a gap, and says where to continue', async () => {
    await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const gap = await agent.events(unit, 3, [testFinished('test1')]);
    expect(gap).toMatchObject({ status: 409, body: { code: 'unit.sequenceGap', nextSequence: 1 } });
    const all = [testStarted('test1'), testFinished('test1'), testStarted('test2'), testFinished('test2')];
    expect((await agent.events(unit, 1, [...all, unitCompleted])).status).toBe(200);
  });

  it('refuses times that no test has', async () => {
    await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const step = { title: 'Pays', depth: 0, status: 'PASS' as const, startMs: 0, durationMs: 4e13 };
    for (const change of [{ durationMs: 1e300 }, { steps: [step] }, { startedAt: '+275760-09-13T00:00:00.000Z' }])
      expect(await agent.events(unit, 1, [testFinished('test1', change)])).toMatchObject({ status: 400 });
    const all = [testStarted('test1'), testFinished('test1'), testStarted('test2'), testFinished('test2')];
    expect((await agent.events(unit, 1, [...all, unitCompleted])).status).toBe(200);
  });

  it('accepts nothing more for a lost unit, and hides no event', async () => {
    await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
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
    const next = await cycle.takeWork();
    expect(next).toMatchObject({ attempt: 2, unit: unit.unit });
    const rest = [testStarted('test1'), testFinished('test1'), testStarted('test2'), testFinished('test2')];
    expect((await agent.events(next, 1, [...rest, unitCompleted])).status).toBe(200);
  });

  it('hands out the rest of a lost unit with the attempts made so far, and accepts one result of each', async () => {
    const id = await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const failed = testFinished('test1', { status: 'FAIL', final: false, error: 'the first time' });
    const back = { type: 'unitHandedBack' as const };
    await agent.events(unit, 1, [testStarted('test1'), failed, testStarted('test1', 2), back]);
    const next = await cycle.takeWork();
    expect(next).toMatchObject({ attempt: 2, earlierAttempts: [{ testId: 'test1', attempts: 1 }] });
    const again = await agent.events(next, 1, [testStarted('test1'), testFinished('test1')]);
    expect(again).toMatchObject({ status: 409, body: { code: 'unit.attemptOutOfOrder' } });
    const second = [testStarted('test1', 2), testFinished('test1', { attempt: 2 })];
    const rest = [testStarted('test2'), testFinished('test2'), unitCompleted];
    expect((await agent.events(next, 1, [...second, ...rest])).status).toBe(200);
    const view = await cycle.untilRun(id, ({ status }) => status === 'PASS');
    expect(view).toMatchObject({ passCount: 2, flakyCount: 1 });
    const { body: result } = await api.call<TestResultView>('GET', `/test-runs/${id}/results/test1`);
    expect(result.attemptsDetail.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'FAIL'],
      [2, 'PASS'],
    ]);
    const severalAttempts = [
      { attempt: 1, status: 'FAIL', testRunnerId: unit.runnerId },
      { attempt: 2, status: 'PASS', testRunnerId: next.runnerId },
    ];
    expect(result).toMatchObject({ flaky: true, attempts: 2, severalAttempts });
    await expectReplayOf(api, id);
  });

  it('reveals variables only to the claiming agent, for that lease', async () => {
    const other = await registerAgent(api);
    const id = await cycle.newRun();
    const setup = await agent.takeWork();
    await expect(other.variablesOf(setup)).rejects.toThrow();
    await expect(agent.variablesOf({ ...setup, leaseId: leaseIdOf(setup.run.testRunId, 7, 1) })).rejects.toThrow();
    expect(await agent.variablesOf(setup)).toEqual([secret, plain]);
    await cycle.cancel(id);
  });

  it.each([
    ['', 400],
    ['no key', 400],
    [Buffer.alloc(65, 4).toString('base64'), 400],
  ])('hands out no work for the public key %j', async (publicKey, status) => {
    const id = await cycle.newRun();
    const refused = await agent.post(`/agents/${agent.agentId}/claim`, { slots: [0], waitSeconds: 0, publicKey });
    expect(refused).toMatchObject({ status, body: { errors: [expect.objectContaining({ field: 'publicKey' })] } });
    expect(await cycle.setUp()).toMatchObject({ attempt: 1 });
    await cycle.cancel(id);
  });

  it('gives no work to an agent that exited while waiting, and leaves it to others', async () => {
    const leaving = await registerAgent(api);
    const waiting = leaving.post<ClaimAnswer>(`/agents/${leaving.agentId}/claim`, await leaving.claimBody([0], 20));
    await leaving.post(`/agents/${leaving.agentId}/exit`, {});
    const id = await cycle.newRun();
    expect((await waiting).body).toEqual({ assignments: [] });
    expect(await cycle.setUp()).toMatchObject({ attempt: 1 });
    await cycle.cancel(id);
  });

  it('starts a run when its work is taken, not when the agent started waiting', async () => {
    const takenByWaiting = async (): Promise<string> => {
      for (;;) {
        const waiting = agent.claim([0], 20);
        const id = await cycle.newRun();
        if ((await waiting).length === 1) return id;
        // The claim waited its full time before the run was ready.
        await cycle.cancel(id);
      }
    };
    const id = await takenByWaiting();
    const { createdAt, startTime } = await cycle.untilRun(id, ({ status }) => status === 'SETUP');
    expect(Date.parse(startTime ?? '')).toBeGreaterThanOrEqual(Date.parse(createdAt));
    await cycle.cancel(id);
  });

  it('names the copy of a unit', async () => {
    const id = await cycle.newRun({ copies: 2 });
    await cycle.setUp();
    expect((await cycle.takeWork()).copy).toBe(1);
    await cycle.cancel(id);
  });

  it('takes back a unit that the agent hands back, even twice', async () => {
    const id = await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const back = { type: 'unitHandedBack' as const };
    expect((await agent.events(unit, 1, [back])).body).toEqual({ nextSequence: 2 });
    expect((await agent.events(unit, 1, [back])).body).toEqual({ nextSequence: 2 });
    const next = await cycle.takeWork();
    expect(next).toMatchObject({ attempt: 2 });
    await cycle.cancel(id);
    const renewed = await agent.post(`/agents/${agent.agentId}/renew`, {
      leases: [next.leaseId],
      runs: [id],
      availableDiskSpace: 5,
      draining: false,
    });
    expect(renewed.body).toEqual({ leases: [{ leaseId: next.leaseId, state: 'canceled' }], finishedRuns: [id] });
  });

  it('cuts a large post into appends small enough for the store', async () => {
    await cycle.newRun();
    const tests = Array.from({ length: 150 }, (_, n) => listedTest(`large${n}`));
    await cycle.setUp(tests);
    const unit = await cycle.takeWork();
    const error = '\u{1f600}'.repeat(800);
    const report = unit.tests.map(({ testId }) => testFinished(testId, { status: 'FAIL', error, output: error }));
    expect((await agent.events(unit, 1, report)).body).toEqual({ nextSequence: report.length + 1 });
    expect((await agent.events(unit, report.length + 1, [unitCompleted])).status).toBe(200);
  });
});
