import type { AgentId, Position } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { operationsDatabase } from '@assay/operations';
import { eventually } from '../../../test/support/eventually.ts';
import { listedTest, testId } from '../../../test/support/runStory.ts';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

const cart = ['adds', 'removes', 'pays'].map((name) => listedTest(name));
const login = ['logs-in', 'logs-out'].map((name) => listedTest(name, 'login.spec.ts'));

describe('an automation that died', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());
  const agentWith = (tests = [...cart, ...login]) =>
    new AgentDriver(service.stores.eventLog, service.stores.operations, {
      agentId: 'agent-1' as AgentId,
      testsOf: () => tests,
    });

  it('repeats earlier reactions after a restart without repeating their effects', async () => {
    const testRunId = await service.createRun();
    const agent = agentWith();
    await service.reaches(testRunId, 'PASS', agent);
    await service.quiet();
    await service.stopAutomation();
    const head = await service.stores.eventLog.head();
    const [created] = await service.eventsOf(`testRun-${testRunId}`);
    await service.rewind(created?.position ?? ('' as Position));
    await service.startAutomation();
    await service.quiet();
    expect(await service.stores.eventLog.head()).toEqual(head);
    expect(await agent.claim()).toEqual([]);
  });

  it('may crash repeatedly during a run, which still gets its verdict', async () => {
    const testRunId = await service.createRun({ maxRunners: 1, parallelizeByFile: false });
    const agent = agentWith();
    const [created] = await service.eventsOf(`testRun-${testRunId}`);
    let deaths = 0;
    await eventually(async () => {
      await service.stopAutomation();
      await service.rewind(created?.position ?? ('' as Position));
      await service.startAutomation();
      deaths += 1;
      await service.quiet();
      if ((await service.statusOf(testRunId)) === 'PASS') return true;
      // It crashes before all resulting events are handled.
      await agent.work();
      return false;
    });
    expect(deaths).toBeGreaterThan(2);
    expect(new Set(agent.claimed).size).toBe(agent.claimed.length);
    expect(await service.stateOf(testRunId)).toMatchObject({ totals: { passed: 5 } });
    const types = (await service.eventsOf(`testRun-${testRunId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'TestRunFinished' || type === 'TestRunStarted')).toHaveLength(2);
  });

  it('hands the single checkpoint of an older version to every group', async () => {
    const agent = agentWith();
    const before = await service.createRun();
    await service.reaches(before, 'PASS', agent);
    await service.quiet();
    await service.stopAutomation();
    const head = await service.stores.eventLog.head();
    const rows = service.stores.readModelDb.client.db(operationsDatabase).collection<{ _id: string }>('checkpoints');
    await rows.deleteMany({ _id: { $regex: /^automation\./ } });
    const missed = await service.createRun();
    await service.startAutomation();
    await service.reaches(missed, 'PASS', agent);
    await service.quiet();
    for await (const event of service.stores.eventLog.read(`testRun-${before}`)) {
      expect(event.position <= (head?.position ?? '')).toBe(true);
    }
  });

  it('respects the limit of an environment when its last admission is not covered by a checkpoint', async () => {
    await service.stopAutomation();
    const environmentId = await service.environment(1);
    const admitted = await service.createRun({ environmentId });
    const urgent = await service.createRun({ environmentId, priority: 9 });
    // The last action of the dead process.
    const { eventLog } = service.stores;
    await eventLog.handle(testRunDecider, admitted, { type: 'submitTestRun' }, signedBy('a'));
    await service.rewind((await service.eventsOf(`testRun-${admitted}`))[0]?.position ?? ('' as Position));
    await service.startAutomation();
    await service.quiet();
    expect([await service.statusOf(admitted), await service.statusOf(urgent)]).toEqual(['SUBMITTED', 'QUEUED']);
    const agent = agentWith();
    await service.reaches(admitted, 'PASS', agent);
    await service.reaches(urgent, 'PASS', agent);
  });

  it('completes an interrupted plan with every test in one unit', async () => {
    const tests = Array.from({ length: 8_100 }, (_, index) =>
      listedTest(`t${String(index).padStart(15, '0')}`, `f${Math.floor(index / 10)}.spec.ts`),
    );
    await service.stopAutomation();
    const testRunId = await service.createRun({ maxRunners: 2 });
    const { eventLog } = service.stores;
    await service.startAutomation();
    await service.reaches(testRunId, 'SUBMITTED');
    const agent = agentWith(tests);
    const [setup] = await eventually(async () => {
      const units = await agent.claim();
      return units.length > 0 ? units : null;
    });
    if (!setup) throw new Error('there is work');
    await service.quiet();
    await service.stopAutomation();
    await agent.complete(setup);
    // Only the first append of a plan, which differs from the one that would be made now.
    const half = tests.slice(0, 100).map((test) => test.testId);
    const units = [
      { unit: 1, copy: null, tests: half, expectedMs: 1 },
      { unit: 2, copy: null, tests: tests.slice(100).map((test) => test.testId), expectedMs: 1 },
    ];
    const facts = { commit: 'abc', commitMessage: null, testCount: tests.length, quarantined: [testId('none')] };
    await eventLog.handle(testRunDecider, testRunId, { type: 'startTestRun', ...facts, units }, signedBy('a'));
    expect(await service.stateOf(testRunId)).toMatchObject({ status: 'RUNNING', planned: false });
    await service.startAutomation();
    await eventually(async () => {
      const state = await service.stateOf(testRunId);
      return state.status !== 'none' && state.planned;
    });
    const planned = (await service.eventsOf(`testRun-${testRunId}`)).flatMap((event) =>
      event.type === 'WorkUnitsPlanned' ? event.data.units : [],
    );
    expect(planned.map(({ unit }) => unit)).toEqual(planned.map((_, index) => index + 1));
    expect(planned.flatMap((unit) => unit.tests).sort()).toEqual(tests.map((test) => test.testId).sort());
    // A long run that must not take part in the next test.
    await eventLog.handle(testRunDecider, testRunId, { type: 'setStatus', status: 'CANCELED' }, signedBy('ada'));
    await service.quiet();
  });

  it('ends runs of an earlier history, ignores its events and handles new ones', async () => {
    const agent = agentWith();
    const finished = await service.createRun();
    await service.reaches(finished, 'PASS', agent);
    const running = await service.createRun();
    // Set up by hand: a working agent might end the run before the test sees it running.
    await eventually(async () => {
      const units = await agent.claim();
      for (const unit of units) await agent.complete(unit);
      return units.some(({ testRunId, kind }) => testRunId === running && kind === 'setup');
    });
    await service.reaches(running, 'RUNNING');
    await service.quiet();
    await service.stopAutomation();
    const unseen = await Promise.all(Array.from({ length: 8 }, () => service.createRun()));
    await service.rewind('another-00000000000000000001' as Position);
    await service.startAutomation();
    const later = await service.createRun();
    await service.reaches(later, 'PASS', agent);
    await service.reaches(running, 'CANCELED');
    for (const each of unseen) await service.reaches(each, 'CANCELED');
    await service.quiet();
    expect(await service.statusOf(finished)).toBe('PASS');
    for (const each of unseen) {
      const events = await service.eventsOf(`testRun-${each}`);
      expect(events.map(({ type }) => type)).toEqual(['TestRunCreated', 'TestRunCanceled']);
    }
    expect((await service.unitEvents(running)).at(-1)?.type).toMatch(/^WorkUnit(Lost|Completed)$/);
    const head = await service.stores.eventLog.head();
    await service.stopAutomation();
    await service.startAutomation();
    await service.quiet();
    expect(await service.stores.eventLog.head()).toEqual(head);
  });
});
