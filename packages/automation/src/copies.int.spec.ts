import { type AgentId, type ProjectId, type TestId, type TestRunId, testKeyOf } from '@assay/contract';
import { projectDecider, projectTestsDecider, testRunDecider } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import { recordProject } from '../../../test/support/recordedSetting.ts';
import { ends, listedTest, starts } from '../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

const tests = ['stands', 'wobbles'].map((name) => listedTest(name));
const project = 'repeated' as ProjectId;

describe('a run of several copies', () => {
  let agents = 0;
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await recordProject(service.stores.eventLog, acme, project, project);
  });
  afterAll(() => service.stop());

  /** An agent whose tests pass, except one that fails in its second copy. */
  const agentWith = (slots = [0, 1], takesTurns = false, found = tests) => {
    const { eventLog, operations } = service.stores;
    return new AgentDriver(eventLog, operations, {
      agentId: `agent-${++agents}` as AgentId,
      slots,
      testsOf: () => found,
      takesTurns,
      outcomeOf: (name, unit) => [starts(name), ends(name, name === 'wobbles' && unit.copy === 2 ? 'FAIL' : 'PASS')],
    });
  };
  const keysOf = async (testRunId: TestRunId, type: 'TestStarted' | 'TestFinished') =>
    (await service.unitEvents(testRunId)).flatMap((event) =>
      event.type === type ? [testKeyOf(event.data.testId, event.data.copy)] : [],
    );
  const every = ['stands', 'stands.2', 'stands.3', 'wobbles', 'wobbles.2', 'wobbles.3'];

  it('runs each test once per copy, and fails when one of them fails', async () => {
    const testRunId = await service.createRun({ projectId: project, copies: 3 });
    await service.reaches(testRunId, 'FAIL', agentWith());
    expect((await keysOf(testRunId, 'TestFinished')).sort()).toEqual(every);
    // One copy failed: the two that passed are flaky, which no single unit could detect.
    expect(await service.stateOf(testRunId)).toMatchObject({ totals: { passed: 5, failed: 1, flaky: 2 } });
    await service.quiet();
    const rows = (await service.readModels.of(acme).testResults(testRunId, { offset: 0, limit: 100 }))?.tests ?? [];
    expect(rows.map(({ testId, copy, status, flaky }) => [testId, copy, status, flaky])).toEqual([
      ['stands', 1, 'PASS', false],
      ['stands', 2, 'PASS', false],
      ['stands', 3, 'PASS', false],
      ['wobbles', 1, 'PASS', true],
      ['wobbles', 2, 'FAIL', false],
      ['wobbles', 3, 'PASS', true],
    ]);
    expect(await service.readModels.of(acme).testRun(testRunId)).toMatchObject({
      copies: 3,
      totalCount: 6,
      testCount: 6,
      passCount: 5,
      failCount: 1,
      flakyCount: 2,
      remainingTests: 0,
    });
    expect(await service.readModels.of(acme).failedTests(testRunId)).toEqual(['wobbles']);
  });

  it('has one runner per agent when its copies would conflict', async () => {
    const testRunId = await service.createRun({ projectId: project, copies: 3, maxRunners: 3 });
    const agent = agentWith([0, 1, 2], true);
    const units = await eventually(async () => {
      const claimed = await agent.claim();
      const [setup] = claimed;
      if (setup?.unit !== 0) return claimed.length > 0 ? claimed : null;
      await agent.complete(setup);
      return null;
    });
    expect(units).toHaveLength(1);
    const other = agentWith([0, 1, 2]);
    const theirs = await other.claim();
    expect(theirs).toHaveLength(1);
    for (const unit of units) await agent.complete(unit);
    for (const unit of theirs) await other.complete(unit);
    await service.reaches(testRunId, 'FAIL', agent);
  });

  it('requests no more runners than it has units', async () => {
    const testRunId = await service.createRun({ projectId: project, maxRunners: 3 });
    const agent = agentWith([0], false, tests.slice(0, 1));
    const unit = await eventually(async () => {
      const [claimed] = await agent.claim();
      if (claimed?.unit !== 0) return claimed ?? null;
      await agent.complete(claimed);
      return null;
    });
    // One unit, one runner: nothing waits, so the run reports no shortage.
    expect((await service.stores.operations.workQueue.overviewOf(acme)).waitingFor).toEqual([]);
    await service.quiet();
    expect(await service.readModels.of(acme).testRun(testRunId)).toMatchObject({ maxRunners: 3, runnersNeeded: 0 });
    await agent.complete(unit);
    await service.reaches(testRunId, 'PASS', agent);
  });

  it('reassigns the unfinished tests of a lost runner as the same copy', async () => {
    const testRunId = await service.createRun({ projectId: project, copies: 3, maxRunners: 1 });
    const silent = agentWith([0]);
    // Set up by hand: a working agent might run these tests too.
    const unit = await eventually(async () => {
      const [claimed] = await silent.claim();
      if (claimed?.unit !== 0) return claimed ?? null;
      await silent.complete(claimed);
      return null;
    });
    await silent.report(unit, [starts('stands')]);
    await service.lapse(unit);
    await service.reaches(testRunId, 'FAIL', agentWith());
    expect((await keysOf(testRunId, 'TestFinished')).sort()).toEqual(every);
    expect((await keysOf(testRunId, 'TestStarted')).filter((key) => key.startsWith('stands')).sort()).toEqual(
      [...every.slice(0, 3), testKeyOf('stands' as TestId, unit.copy)].sort(),
    );
    expect(await service.stateOf(testRunId)).toMatchObject({ totals: { passed: 5, failed: 1, flaky: 2 } });
  });

  it.each([
    ['is canceled', { type: 'setStatus', status: 'CANCELED' }, 'CANCELED'],
    ['takes too long', { type: 'timeOutTestRun' }, 'FAIL'],
  ] as const)(
    'compares the copies that had run when it %s, also those of unfinished units',
    async (_, command, status) => {
      const testRunId = await service.createRun({ projectId: project, copies: 3, maxRunners: 1 });
      const agent = agentWith([0]);
      const units = await eventually(async () => {
        const claimed = await agent.claim();
        if (claimed.some(({ unit }) => unit > 0)) return claimed;
        for (const setUp of claimed) await agent.complete(setUp);
        return null;
      });
      const [first] = units;
      if (!first) throw new Error('there is work');
      // One unit per copy; the last one never completes.
      const report = (unit: typeof first) =>
        agent.report(unit, [starts('wobbles'), ends('wobbles', unit.copy === 2 ? 'FAIL' : 'PASS')]);
      await report(first);
      await agent.report(first, [starts('stands'), ends('stands', 'PASS'), { type: 'unitCompleted', problem: null }]);
      await service.stores.operations.workQueue.finishUnit(first._id);
      const second = await eventually(async () => (await agent.claim())[0] ?? null);
      await report(second);
      expect([first.copy, second.copy]).toContain(2);
      await service.stores.eventLog.handle(testRunDecider, testRunId, command, signedBy('ada'));
      await service.quiet();
      expect(await service.stateOf(testRunId)).toMatchObject({ status, totals: { flaky: 1 } });
      const { tests: rows = [] } =
        (await service.readModels.of(acme).testResults(testRunId, { offset: 0, limit: 100 })) ?? {};
      expect(rows.filter(({ flaky }) => flaky).map(({ testId, status }) => [testId, status])).toEqual([
        ['wobbles', 'PASS'],
      ]);
      expect(await service.readModels.of(acme).testRun(testRunId)).toMatchObject({ status, flakyCount: 1 });
    },
  );

  it('quarantines a test with differing copies if the project quarantines flaky tests', async () => {
    const { eventLog } = service.stores;
    // Nothing is left to do for earlier runs with flaky tests.
    await service.quiet();
    const change = { type: 'changeProject' as const, settings: { quarantineFlakyTests: true } };
    await eventLog.handle(projectDecider, project, change, signedBy('ada'));
    await service.reaches(await service.createRun({ projectId: project, copies: 2 }), 'FAIL', agentWith());
    const quarantined = async () => (await eventLog.load(projectTestsDecider, project)).state.quarantined;
    await eventually(async () => (await quarantined()).size > 0);
    expect([...(await quarantined())]).toEqual(['wobbles']);
    const passed = await service.createRun({ projectId: project, copies: 2 });
    await service.reaches(passed, 'PASS', agentWith());
    await service.quiet();
    expect(await service.readModels.of(acme).testRun(passed)).toMatchObject({
      totalCount: 4,
      testCount: 2,
      quarantineTotalCount: 2,
      quarantineFailCount: 1,
      notRunCount: 0,
    });
  });
});
