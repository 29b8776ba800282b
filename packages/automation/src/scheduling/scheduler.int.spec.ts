import type { AgentId } from '@assay/contract';
import { environmentDecider } from '@assay/domain';
import { eventually } from '../../../../test/support/eventually.ts';
import { listedTest } from '../../../../test/support/runStory.ts';
import { signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

describe('the scheduler', () => {
  let service: ServiceUnderTest;
  let agents = 0;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  const agentWith = () => {
    const { eventLog, operations } = service.stores;
    const agentId = `agent-${++agents}` as AgentId;
    return new AgentDriver(eventLog, operations, { agentId, testsOf: () => [listedTest('adds')] });
  };

  it('admits one run after another where the environment takes one, the urgent one first', async () => {
    const environmentId = await service.environment(1);
    const [first, second] = [await service.createRun({ environmentId }), await service.createRun({ environmentId })];
    await service.reaches(first, 'SUBMITTED');
    const urgent = await service.createRun({ environmentId, priority: 9 });
    await service.quiet();
    expect([await service.statusOf(second), await service.statusOf(urgent)]).toEqual(['QUEUED', 'QUEUED']);
    const agent = agentWith();
    await service.reaches(first, 'PASS', agent);
    // The agent may have begun with it already.
    await eventually(async () => (await service.statusOf(urgent)) !== 'QUEUED');
    expect(await service.statusOf(second)).toBe('QUEUED');
    await service.reaches(urgent, 'PASS', agent);
    await service.reaches(second, 'PASS', agent);
  });

  it('admits more when the limit of the environment is raised', async () => {
    const environmentId = await service.environment(1);
    const first = await service.createRun({ environmentId });
    const second = await service.createRun({ environmentId });
    await service.reaches(first, 'SUBMITTED');
    await service.quiet();
    expect(await service.statusOf(second)).toBe('QUEUED');
    const raise = { type: 'changeEnvironment' as const, maximumParallelTestRuns: 2 };
    await service.stores.eventLog.handle(environmentDecider, environmentId, raise, signedBy('ada'));
    await service.reaches(second, 'SUBMITTED');
    const agent = agentWith();
    await service.reaches(first, 'PASS', agent);
    await service.reaches(second, 'PASS', agent);
  });
});
