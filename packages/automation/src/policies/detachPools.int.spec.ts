import type { PipelineStageId, RunnerPoolId, RunnerType } from '@assay/contract';
import { pipelineStageDecider, runnerPoolDecider } from '@assay/domain';
import { eventually } from '../../../../test/support/eventually.ts';
import { signedBy } from '../../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

describe('a stage and its runner pools', () => {
  let service: ServiceUnderTest;
  let count = 0;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  async function poolOf(runnerType: RunnerType): Promise<RunnerPoolId> {
    const runnerPoolId = `pool-${++count}` as RunnerPoolId;
    const facts = { runnerPoolId, name: runnerPoolId, runnerType, maxRunners: 2 };
    await service.stores.eventLog.handle(
      runnerPoolDecider,
      runnerPoolId,
      { type: 'createRunnerPool', ...facts },
      signedBy('ada'),
    );
    return runnerPoolId;
  }
  async function stageWith(linuxRunnerPoolId: RunnerPoolId | null, windowsRunnerPoolId: RunnerPoolId | null) {
    const id = `stage-${++count}` as PipelineStageId;
    const facts = { pipelineStageId: id, name: id, priority: 1, testRunPriority: 1, variables: [] };
    const command = { type: 'createPipelineStage' as const, ...facts, linuxRunnerPoolId, windowsRunnerPoolId };
    await service.stores.eventLog.handle(pipelineStageDecider, id, command, signedBy('ada'));
    return id;
  }
  const stateOf = async (id: PipelineStageId) => (await service.stores.eventLog.load(pipelineStageDecider, id)).state;
  /** Like two requests that both checked before either changed anything. */
  const archive = (pool: RunnerPoolId) =>
    service.stores.eventLog.handle(
      runnerPoolDecider,
      pool,
      { type: 'archiveRunnerPool', inUse: false },
      signedBy('bob'),
    );

  it('are detached when the pool is archived just after the stage selected it', async () => {
    const [gone, kept] = [await poolOf('LINUX'), await poolOf('WINDOWS')];
    const stage = await stageWith(gone, kept);
    await archive(gone);
    await eventually(async () => {
      expect(await stateOf(stage)).toMatchObject({ linuxRunnerPoolId: null, windowsRunnerPoolId: kept });
    });
    expect((await service.eventsOf(`pipelineStage-${stage}`)).at(-1)).toMatchObject({
      type: 'PipelineStageRunnerPoolChanged',
      data: { from: gone, runnerPoolId: null },
      envelope: { actor: { kind: 'automation', id: 'detachPools' } },
    });
  });

  it('are detached when the stage selects the pool just after it was archived', async () => {
    const gone = await poolOf('LINUX');
    const [older, another] = [await stageWith(null, null), await poolOf('LINUX')];
    await archive(gone);
    const newer = await stageWith(gone, null);
    const take = { type: 'changePipelineStage' as const, linuxRunnerPoolId: gone };
    await service.stores.eventLog.handle(pipelineStageDecider, older, take, signedBy('ada'));
    const untouched = await stageWith(another, null);
    await eventually(async () => {
      for (const stage of [older, newer]) expect(await stateOf(stage)).toMatchObject({ linuxRunnerPoolId: null });
    });
    await service.quiet();
    expect(await stateOf(untouched)).toMatchObject({ linuxRunnerPoolId: another });
  });

  it('are detached when the pool changes to another type of runner', async () => {
    const pool = await poolOf('LINUX');
    const stage = await stageWith(pool, null);
    const change = { type: 'changeRunnerPool' as const, runnerType: 'WINDOWS' as const, inUse: false };
    await service.stores.eventLog.handle(runnerPoolDecider, pool, change, signedBy('bob'));
    await eventually(async () => {
      expect(await stateOf(stage)).toMatchObject({ linuxRunnerPoolId: null });
    });
  });
});
