import type { AgentId, PipelineStageId, RunnerPoolId, TestRunId } from '@assay/contract';
import { environmentDecider, pipelineStageDecider, projectDecider, runnerPoolDecider } from '@assay/domain';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
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

  describe('while the read models stand still', () => {
    beforeAll(() => service.stopProjector());
    afterAll(() => service.startProjector());

    it('admits runs within their limits, and they are carried out', async () => {
      const environmentId = await service.environment(1);
      const first = await service.createRun({ environmentId });
      const second = await service.createRun({ environmentId });
      const elsewhere = await service.createRun();
      const agent = agentWith();
      await service.reaches(elsewhere, 'PASS', agent);
      await service.reaches(first, 'PASS', agent);
      await service.reaches(second, 'PASS', agent);
      const endOf = async (id: TestRunId) => (await service.eventsOf(`testRun-${id}`)).at(-1);
      const [finished, other] = [await endOf(first), await endOf(elsewhere)];
      const submitted = (await service.eventsOf(`testRun-${second}`)).find(({ type }) => type === 'TestRunSubmitted');
      // The end of any run lets in whatever has room by then.
      expect([finished?.id, other?.id]).toContain(submitted?.envelope.$causationId);
      expect((submitted?.position ?? '') > (finished?.position ?? '')).toBe(true);
    });

    it('replaces older runs that ask for the same', async () => {
      const { eventLog } = service.stores;
      const settings = { cancelOlderTestRunsIfEquivalent: true };
      await eventLog.handle(projectDecider, shop, { type: 'changeProject', settings }, signedBy('ada'));
      const environmentId = await service.environment();
      const [older, newer] = [await service.createRun({ environmentId }), await service.createRun({ environmentId })];
      await service.reaches(older, 'CANCELED');
      await service.reaches(newer, 'PASS', agentWith());
    });

    it('moves a run to the pool that its stage now has', async () => {
      const { eventLog, operations } = service.stores;
      const [pipelineStageId, runnerPoolId] = ['stage' as PipelineStageId, 'pool' as RunnerPoolId];
      const pool = { runnerPoolId, name: 'Pool', runnerType: 'LINUX' as const, maxRunners: 2 };
      await eventLog.handle(runnerPoolDecider, runnerPoolId, { type: 'createRunnerPool', ...pool }, signedBy('ada'));
      const stage = { pipelineStageId, name: 'Stage', priority: 1, testRunPriority: 1, variables: [] };
      const noPool = { linuxRunnerPoolId: null, windowsRunnerPoolId: null };
      const create = { type: 'createPipelineStage' as const, ...stage, ...noPool };
      await eventLog.handle(pipelineStageDecider, pipelineStageId, create, signedBy('ada'));
      const environmentId = await service.environment();
      const join = { type: 'changeEnvironment' as const, pipelineStageId };
      await eventLog.handle(environmentDecider, environmentId, join, signedBy('ada'));
      const testRunId = await service.createRun({ environmentId });
      await service.reaches(testRunId, 'SUBMITTED');
      const give = { type: 'changePipelineStage' as const, linuxRunnerPoolId: runnerPoolId };
      await eventLog.handle(pipelineStageDecider, pipelineStageId, give, signedBy('ada'));
      const claimer = claimerAs('agent-of-pool' as AgentId, { pools: [{ runnerPoolId, maxRunners: 2 }] });
      await eventually(async () => {
        const units = await operations.workQueue.claim({ ...claimer, slots: [0] });
        return units.some((unit) => unit.testRunId === testRunId);
      });
    });
  });
});
