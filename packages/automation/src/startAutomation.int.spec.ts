import {
  type AgentId,
  leaseIdOf,
  type ProjectId,
  type ProjectSettings,
  supersededMessage,
  type TestRunId,
  type TestSuiteId,
} from '@assay/contract';
import { agentDecider, projectDecider, testRunDecider, testRunnerDecider, workUnitDecider } from '@assay/domain';
import { claimerAs } from '../../../test/support/claimerAs.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { shop } from '../../../test/support/recordedIds.ts';
import { quarantine, recordAgent, recordProject } from '../../../test/support/recordedSetting.ts';
import { ends, listedTest, starts } from '../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver, type AgentDriverOptions } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

const cart = ['adds', 'removes', 'pays'].map((name) => listedTest(name));
const login = ['logs-in', 'logs-out'].map((name) => listedTest(name, 'login.spec.ts'));

describe('the automation', () => {
  let service: ServiceUnderTest;
  let agents = 0;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  const agentWith = (options: Partial<AgentDriverOptions> = {}) => {
    const agentId = `agent-${++agents}` as AgentId;
    const { eventLog, operations } = service.stores;
    return new AgentDriver(eventLog, operations, { agentId, testsOf: () => [...cart, ...login], ...options });
  };
  const finalResults = async (testRunId: TestRunId) =>
    (await service.unitEvents(testRunId)).flatMap((event) =>
      event.type === 'TestFinished' && event.data.final ? [event.data.testId] : [],
    );
  const typesOf = async (testRunId: TestRunId) =>
    (await service.eventsOf(`testRun-${testRunId}`)).map(({ type }) => type);
  /** Lets an agent work until the units of tests exist, and claims them. */
  const claimTests = async (agent: AgentDriver) =>
    eventually(async () => {
      const units = await agent.claim();
      for (const unit of units) if (unit.unit === 0) await agent.complete(unit);
      return units.some(({ unit }) => unit > 0) ? units : null;
    });

  it('takes a run from the queue to its verdict, each test once', async () => {
    const testRunId = await service.createRun();
    await service.reaches(testRunId, 'PASS', agentWith());
    expect(await typesOf(testRunId)).toEqual([
      'TestRunCreated',
      'TestRunSubmitted',
      'TestRunSetupStarted',
      'TestRunStarted',
      'WorkUnitsPlanned',
      'WorkUnitFinished',
      'WorkUnitFinished',
      'TestRunTearDownStarted',
      'TestRunFinished',
    ]);
    expect((await finalResults(testRunId)).sort()).toEqual([...cart, ...login].map((test) => test.testId).sort());
  });

  it.each([
    ['Playwright', 5],
    ['NightWatch', 2],
  ] as const)('splits the files of %s as a run asks for and the framework allows', async (testingFramework, units) => {
    const projectId = `split-${testingFramework}` as ProjectId;
    const { eventLog } = service.stores;
    await recordProject(eventLog, acme, projectId, projectId);
    const change = { type: 'changeProject' as const, settings: { testingFramework } };
    await eventLog.handle(projectDecider, projectId, change, signedBy('ada'));
    const testRunId = await service.createRun({ projectId, parallelizeByFile: false, maxRunners: 5 });
    await service.reaches(testRunId, 'PASS', agentWith());
    expect((await typesOf(testRunId)).filter((type) => type === 'WorkUnitFinished')).toHaveLength(units);
  });

  it('frees the runners of an ended run, and removes its work', async () => {
    const testRunId = await service.createRun();
    const agentId = 'agent-of-a-run-that-is-over' as AgentId;
    await service.reaches(testRunId, 'PASS', agentWith({ agentId }));
    await service.quiet();
    const runners = (await service.readModels.of(acme).testRunners(testRunId)) ?? [];
    expect(runners.length).toBeGreaterThan(0);
    for (const { id } of runners) {
      const { state } = await service.stores.eventLog.load(testRunnerDecider, id);
      expect(state.status).toBe('exited');
    }
    expect(await service.stores.operations.workQueue.liveRunsOf(agentId, [testRunId])).toEqual([]);
  });

  it('fails a run when a test fails', async () => {
    const testRunId = await service.createRun();
    const outcomeOf = (name: string) => [starts(name), ends(name, name === 'pays' ? 'FAIL' : 'PASS')];
    await service.reaches(testRunId, 'FAIL', agentWith({ outcomeOf }));
    expect(await service.stateOf(testRunId)).toMatchObject({ totals: { passed: 4, failed: 1 } });
  });

  it('passes a run of which only quarantined tests fail, unless it ignores quarantine', async () => {
    await quarantine(service.stores.eventLog, acme, shop, 'ships');
    const testsOf = () => [listedTest('adds'), listedTest('ships')];
    const outcomeOf = (name: string) => [ends(name, name === 'ships' ? 'FAIL' : 'PASS')];
    const agent = agentWith({ testsOf, outcomeOf });
    const heeding = await service.createRun();
    await service.reaches(heeding, 'PASS', agent);
    expect(await service.stateOf(heeding)).toMatchObject({ totals: { passed: 1, quarantinedFailed: 1, failed: 0 } });
    const ignoring = await service.createRun({ ignoreQuarantine: true });
    await service.reaches(ignoring, 'FAIL', agent);
  });

  it('gives the unfinished tests of a silent runner to another, and every test has one result', async () => {
    const testRunId = await service.createRun({ maxRunners: 1 });
    const silent = agentWith({ slots: [0] });
    const [unit] = await claimTests(silent);
    if (!unit) throw new Error('there is work');
    const [first, second] = unit.tests.map((test) => test.testId);
    await silent.report(unit, [starts(first ?? ''), ends(first ?? '', 'PASS'), starts(second ?? '')]);
    await service.lapse(unit);
    await service.reaches(testRunId, 'PASS', agentWith());
    const finals = await finalResults(testRunId);
    expect(finals.sort()).toEqual([...cart, ...login].map((test) => test.testId).sort());
    expect(await service.stateOf(testRunId)).toMatchObject({ totals: { passed: 5 } });
    expect(await typesOf(testRunId)).toContain('WorkUnitReplanned');
    // The silent agent comes back: the store itself refuses its results.
    await expect(silent.report(unit, [ends(second ?? '', 'FAIL')])).rejects.toMatchObject({ code: 'unit.lost' });
  });

  const changeProject = (settings: Partial<ProjectSettings>) =>
    service.stores.eventLog.handle(projectDecider, shop, { type: 'changeProject', settings }, signedBy('ada'));

  it('replaces older runs of the same tests with a new one, if the project wants it', async () => {
    const environmentId = await service.environment();
    const first = 'run-0' as TestRunId;
    const [older, otherTags, rerun] = [
      await service.createRun({ environmentId }),
      await service.createRun({ environmentId, includeTags: ['@smoke'] }),
      await service.createRun({ environmentId, rerunOf: { testRunId: first, kind: 'failed', firstTestRunId: first } }),
    ];
    const before = await service.createRun({ environmentId });
    await service.quiet();
    expect(await service.statusOf(older)).not.toBe('CANCELED');
    const ofSuite = await service.createRun({ environmentId, testSuiteId: 'smoke' as TestSuiteId });
    await changeProject({ cancelOlderTestRunsIfEquivalent: true });
    const newest = await service.createRun({ environmentId, ref: 'v2', priority: 3 });
    await service.reaches(before, 'CANCELED');
    await service.reaches(older, 'CANCELED');
    await service.quiet();
    for (const kept of [otherTags, rerun, ofSuite, newest]) expect(await service.statusOf(kept)).not.toBe('CANCELED');
    const mine = service.readModels.of(acme);
    const number = (await mine.testRun(newest))?.number ?? 0;
    expect((await mine.testRun(older))?.statusInfo).toBe(supersededMessage(number));
    await changeProject({ cancelOlderTestRunsIfEquivalent: false });
    for (const kept of [otherTags, rerun, ofSuite, newest]) await service.reaches(kept, 'PASS', agentWith());
  });

  it('removes an agent that has been silent for half a minute, and no other', async () => {
    const { eventLog, operations } = service.stores;
    const [silent, heard] = ['agent-silent' as AgentId, 'agent-heard' as AgentId];
    await recordAgent(eventLog, silent);
    await recordAgent(eventLog, heard);
    const sighting = { accountId: null, availableDiskSpace: null };
    await service.ago(31_000, () => operations.agentPresence.seen(silent, sighting));
    await operations.agentPresence.seen(heard, sighting);
    await eventually(async () => (await eventLog.load(agentDecider, silent)).state.status === 'exited');
    expect((await service.eventsOf(`agent-${silent}`)).at(-1)).toMatchObject({
      type: 'AgentExited',
      data: { reason: 'silent', lastSeenAt: expect.any(String) },
    });
    await eventually(
      async () => (await operations.agentPresence.silentSince(new Date(Date.now() - 30_000))).length === 0,
    );
    expect((await eventLog.load(agentDecider, heard)).state.status).toBe('running');
  });

  it('repeats a set-up that was lost', async () => {
    const testRunId = await service.createRun();
    const silent = agentWith({ slots: [0] });
    const setup = await eventually(async () => (await silent.claim())[0] ?? null);
    expect(setup).toMatchObject({ testRunId, unit: 0 });
    await service.lapse(setup);
    const agent = agentWith();
    await service.reaches(testRunId, 'PASS', agent);
    expect(agent.claimed).toContain(leaseIdOf(testRunId, 0, 2));
  });

  it('makes a claim with nothing recorded ready again', async () => {
    const testRunId = await service.createRun();
    const { workQueue } = service.stores.operations;
    const gone = { ...claimerAs('gone' as AgentId), slots: [0] };
    await service.lapse(await eventually(async () => (await workQueue.claim(gone))[0] ?? null));
    await service.reaches(testRunId, 'PASS', agentWith());
    expect(await typesOf(testRunId)).not.toContain('WorkUnitReplanned');
  });

  it('takes back the work of a canceled run: closes units, frees runners, hands out nothing', async () => {
    const testRunId = await service.createRun();
    const agent = agentWith();
    const units = await claimTests(agent);
    const [unit] = units;
    if (!unit) throw new Error('there is work');
    const cancel = { type: 'setStatus' as const, status: 'CANCELED' as const };
    await service.stores.eventLog.handle(testRunDecider, testRunId, cancel, signedBy('ada'));
    const { workQueue } = service.stores.operations;
    await eventually(async () => {
      const [lease] = await workQueue.renew(unit.agentId, [unit._id]);
      return lease?.state === 'canceled';
    });
    await service.quiet();
    const { state } = await service.stores.eventLog.load(workUnitDecider, unit._id);
    expect(state.status).toBe('lost');
    const runner = await service.stores.eventLog.load(testRunnerDecider, unit.runnerId);
    expect(runner.state.status).toBe('exited');
    expect(await agent.claim()).toEqual([]);
    expect(await service.statusOf(testRunId)).toBe('CANCELED');
  });

  it('closes units claimed at the moment their run ended', async () => {
    const testRunId = await service.createRun();
    const agentId = 'agent-late' as AgentId;
    const { eventLog, operations } = service.stores;
    const [claimed] = await eventually(async () => {
      const units = await operations.workQueue.claim({ ...claimerAs(agentId), slots: [0] });
      return units.length > 0 ? units : null;
    });
    if (!claimed) throw new Error('there is work');
    await eventLog.handle(testRunDecider, testRunId, { type: 'setStatus', status: 'CANCELED' }, signedBy('ada'));
    await service.quiet();
    const { _id: leaseId, runnerId } = claimed;
    const facts = {
      testRunId,
      projectId: shop,
      unit: 0,
      attempt: 1,
      copy: null,
      agentId,
      runnerId,
      tests: [],
      quarantined: [],
    };
    await eventLog.handle(workUnitDecider, leaseId, { type: 'claimWorkUnit', ...facts }, signedBy(agentId));
    const runner = {
      type: 'createTestRunner' as const,
      testRunnerId: runnerId,
      testRunId,
      agentId,
      runnerPoolId: null,
      replaces: null,
    };
    await eventLog.handle(testRunnerDecider, runnerId, runner, signedBy(agentId));
    await eventually(async () => (await eventLog.load(workUnitDecider, leaseId)).state.status === 'lost');
    await eventually(async () => (await eventLog.load(testRunnerDecider, runnerId)).state.status === 'exited');
  });

  it('fails a run that exceeds its time-out', async () => {
    const testRunId = await service.createRun({ timeoutMinutes: 1 });
    await service.reaches(testRunId, 'SUBMITTED');
    const longAgo = new Date(Date.now() - 61_000).toISOString();
    const context = { ...signedBy('agent'), occurredAt: longAgo };
    const start = { type: 'startSetup' as const, agentId: 'agent' as AgentId };
    await service.stores.eventLog.handle(testRunDecider, testRunId, start, context);
    await service.reaches(testRunId, 'FAIL');
    const finished = (await service.eventsOf(`testRun-${testRunId}`)).at(-1);
    expect(finished).toMatchObject({ type: 'TestRunFinished', data: { code: 'testRun.timedOut' } });
    await service.quiet();
    expect(await agentWith().claim()).toEqual([]);
  });

  it('fails a run whose project is deleted before its tests are handed out, and leaves nothing waiting', async () => {
    const projectId = 'doomed' as typeof shop;
    await recordProject(service.stores.eventLog, acme, projectId, 'doomed');
    const testRunId = await service.createRun({ projectId });
    const agent = agentWith();
    const [setup] = await eventually(async () => {
      const units = await agent.claim();
      return units.length > 0 ? units : null;
    });
    if (!setup) throw new Error('there is work');
    await service.stores.eventLog.handle(projectDecider, projectId, { type: 'archiveProject' }, signedBy('ada'));
    await agent.complete(setup);
    await service.reaches(testRunId, 'FAIL');
    const finished = (await service.eventsOf(`testRun-${testRunId}`)).at(-1);
    expect(finished).toMatchObject({ data: { code: 'testRun.projectGone', totals: { notRun: 5 } } });
  });
});
