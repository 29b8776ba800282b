import type { AgentId, ProjectSettings, TestId } from '@assay/contract';
import { projectDecider, projectTestsDecider } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import { ada, shop } from '../../../test/support/recordedIds.ts';
import { ends, listedTest } from '../../../test/support/runStory.ts';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver, type AgentDriverOptions } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

describe('quarantine', () => {
  let service: ServiceUnderTest;
  let agents = 0;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  const agentWith = (options: Omit<AgentDriverOptions, 'agentId'>) => {
    const agentId = `agent-${++agents}` as AgentId;
    const { eventLog, operations } = service.stores;
    return new AgentDriver(eventLog, operations, { agentId, ...options });
  };
  const changeProject = (settings: Partial<ProjectSettings>) =>
    service.stores.eventLog.handle(projectDecider, shop, { type: 'changeProject', settings }, signedBy('ada'));

  it('begins for what a run has shown to be flaky, where the project wants it so, saying why', async () => {
    const tests = ['wobbles', 'stands'].map((name) => listedTest(name));
    const outcomeOf = (name: string) =>
      name === 'wobbles'
        ? [ends(name, 'FAIL', { final: false }), ends(name, 'PASS', { attempt: 2 })]
        : [ends(name, 'PASS')];
    const agent = agentWith({ testsOf: () => tests, outcomeOf });
    const isQuarantined = async () =>
      (await service.stores.eventLog.load(projectTestsDecider, shop)).state.quarantined.has('wobbles' as TestId);
    await service.reaches(await service.createRun(), 'PASS', agent);
    await service.quiet();
    expect(await isQuarantined()).toBe(false);
    await changeProject({ quarantineFlakyTests: true });
    await service.reaches(await service.createRun(), 'PASS', agent);
    await eventually(isQuarantined);
    expect((await service.eventsOf(`projectTests-${shop}`)).at(-1)).toMatchObject({
      type: 'TestQuarantined',
      data: { testId: 'wobbles', reason: expect.stringContaining('failed and passed') },
    });
    await changeProject({ quarantineFlakyTests: false });
  });

  it('is told of before it ends, ends at its time, and lasts where it has none', async () => {
    const { eventLog } = service.stores;
    await service.reaches(
      await service.createRun(),
      'PASS',
      agentWith({ testsOf: () => ['adds', 'removes', 'pays', 'logs-in'].map((name) => listedTest(name)) }),
    );
    await service.quiet();
    const dayMs = 86_400_000;
    const ends = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    const terms = { adds: ends(-1), removes: ends(2), pays: ends(30), 'logs-in': null };
    for (const [name, until] of Object.entries(terms)) {
      const { file, name: title } = listedTest(name);
      const test = {
        projectId: shop,
        testId: name as TestId,
        file,
        name: title,
        reason: null,
        until,
        ownerUserId: ada,
      };
      await eventLog.handle(projectTestsDecider, shop, { type: 'quarantineTest', ...test }, signedBy(ada));
    }
    const told = await eventually(async () => {
      const events = await service.eventsOf(`projectTests-${shop}`);
      const found = events.flatMap((event) => (event.type === 'QuarantineReminded' ? [event.data] : []));
      const { quarantined } = (await eventLog.load(projectTestsDecider, shop)).state;
      return found.length > 0 && !quarantined.has('adds' as TestId) ? found : null;
    });
    expect(told).toMatchObject([{ testId: 'removes', userId: ada, until: terms.removes }]);
    const { state } = await eventLog.load(projectTestsDecider, shop);
    expect(Object.keys(terms).filter((name) => state.quarantined.has(name as TestId))).toEqual([
      'removes',
      'pays',
      'logs-in',
    ]);
    for (const name of ['removes', 'pays', 'logs-in']) {
      const test = { projectId: shop, testId: name as TestId };
      await eventLog.handle(projectTestsDecider, shop, { type: 'dequarantineTest', ...test }, signedBy(ada));
    }
  });
});
