import type { AgentView, RunnerPoolView, TestRunPage, TestRunView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type AgentUnderTest, registerAgent, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

describe('runs of a pipeline stage', () => {
  let api: ApiUnderTest;
  let environmentId: string;
  let stageId: string;
  let poolId: string;
  let runBefore: string;
  let pooled: AgentUnderTest;
  let cycle: RunCycle;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    const variables = [
      { key: 'LEVEL', value: 'of the environment', encrypted: false, file: false },
      { key: 'USER', value: 'ada', encrypted: false, file: false },
    ];
    const prepared = await prepareRun(api, { variables });
    environmentId = prepared.environmentId;
    runBefore = prepared.testRunId;
    await api.done('PATCH', `/test-runs/${runBefore}`, { body: { status: 'CANCELED' } });
    poolId = (await api.done('POST', '/runner-pools', { body: { name: 'Large', runnerType: 'LINUX', maxRunners: 1 } }))
      .id;
    const stage = {
      name: 'Integration',
      testRunPriority: 7,
      linuxRunnerPoolId: poolId,
      variables: [
        { key: 'LEVEL', value: 'of the stage', encrypted: false, file: false },
        { key: 'TOKEN', value: 'battery-staple', encrypted: true, file: false },
      ],
    };
    stageId = (await api.done('POST', '/pipeline-stages', { body: stage })).id;
    await api.done('PATCH', `/environments/${environmentId}`, { body: { pipelineStageId: stageId } });
    pooled = await registerAgent(api, null, { name: 'pooled', pool: ' large ' });
    cycle = runCycle(api, pooled);
  });
  afterAll(() => api.stop());

  const view = async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;

  it("have the stage's priority unless they ask for one", async () => {
    const [silent, urgent] = [await cycle.newRun(), await cycle.newRun({ priority: 9 })];
    expect([(await view(silent)).priority, (await view(urgent)).priority]).toEqual([7, 9]);
    for (const id of [silent, urgent]) await cycle.cancel(id);
  });

  it('are found by the stage that they were created in, wherever their environment belongs later', async () => {
    const created = await cycle.newRun();
    const move = (pipelineStageId: string | null) =>
      api.done('PATCH', `/environments/${environmentId}`, { body: { pipelineStageId } });
    const found = async (stage: string) =>
      (await api.call<TestRunPage>('GET', `/test-runs?pipelineStage=${stage}`)).body.testRuns.map(({ id }) => id);
    await move(null);
    const outside = await cycle.newRun();
    for (const id of [created, outside]) await cycle.cancel(id);
    expect((await view(created)).pipelineStageId).toBe(stageId);
    const again = await api.done('POST', `/test-runs/${created}/rerun`, { body: { rerunTestRun: true } });
    await cycle.cancel(again.id);
    await move(stageId);
    expect(await found(stageId)).toContain(created);
    for (const id of [outside, again.id, runBefore]) expect(await found(stageId)).not.toContain(id);
    expect(await found('none')).toEqual([]);
  });

  it('go to the agent of the pool, with the variables of stage and environment', async () => {
    const poolless = await registerAgent(api);
    const id = await cycle.newRun();
    expect(await poolless.claim([0], 1)).toEqual([]);
    const setup = await cycle.setUp();
    expect(setup.run.testRunId).toBe(id);
    const byKey = Object.fromEntries((await pooled.variablesOf(setup)).map(({ key, value }) => [key, value]));
    expect(byKey).toEqual({ LEVEL: 'of the environment', USER: 'ada', TOKEN: 'battery-staple' });
    await eventually(async () => {
      const pool = await api.call<RunnerPoolView>('GET', `/runner-pools/${poolId}`);
      expect(pool.body.currentRunners).toBe(1);
    });
    await cycle.cancel(id);
    await eventually(async () => {
      const pool = await api.call<RunnerPoolView>('GET', `/runner-pools/${poolId}`);
      expect(pool.body.currentRunners).toBe(0);
    });
  });

  it('wait for room in the pool, over all runs, and continue as soon as there is some', async () => {
    const [first, second] = [await cycle.newRun({ priority: 10 }), await cycle.newRun()];
    // Driven by hand, it says nothing by itself: after half a minute it would count as gone, and nobody waits for those.
    const heartbeat = { leases: [], runs: [], availableDiskSpace: 1_000, draining: false };
    await pooled.post(`/agents/${pooled.agentId}/renew`, heartbeat);
    const setup = await cycle.takeWork();
    expect(setup.run.testRunId).toBe(first);
    await cycle.untilRun(
      second,
      ({ statusInfo }) => statusInfo === 'Waits for a runner: pool Large has its one runner at work.',
    );
    expect(await pooled.claim([1], 1)).toEqual([]);
    const larger = api.done('PATCH', `/runner-pools/${poolId}`, { body: { maxRunners: 2 } });
    const next = await pooled.takeWork(1);
    expect(next.run.testRunId).toBe(second);
    await larger;
    await pooled.events(setup, 1, [unitCompleted]);
    for (const id of [first, second]) await cycle.cancel(id);
    await api.done('PATCH', `/runner-pools/${poolId}`, { body: { maxRunners: 1 } });
  });

  it('say which runner they wait for, and go to others once the stage has no pool', async () => {
    const other = await api.done('POST', '/runner-pools', {
      body: { name: 'Rare', runnerType: 'LINUX', maxRunners: 1 },
    });
    await api.done('PATCH', `/pipeline-stages/${stageId}`, { body: { linuxRunnerPoolId: other.id } });
    const id = await cycle.newRun();
    await cycle.untilRun(
      id,
      ({ statusInfo }) => statusInfo === 'Waits for a runner: no runner of pool Rare is connected.',
    );
    expect(await pooled.claim([0], 1)).toEqual([]);
    const poolless = await registerAgent(api);
    await api.done('PATCH', `/pipeline-stages/${stageId}`, { body: { linuxRunnerPoolId: null } });
    const setup = await poolless.takeWork();
    expect(setup.run.testRunId).toBe(id);
    await cycle.untilRun(id, ({ statusInfo }) => statusInfo === null);
    await cycle.cancel(id);
    await api.done('PATCH', `/pipeline-stages/${stageId}`, { body: { linuxRunnerPoolId: poolId } });
  });

  it('have agents listed with their pool, and an unknown pool is refused', async () => {
    const { body } = await api.call<AgentView[]>('GET', '/agents');
    expect(body.find(({ id }) => id === pooled.agentId)).toMatchObject({ name: 'pooled', pool: ' large ' });
    await expect(registerAgent(api, null, { pool: 'Missing' })).rejects.toThrow('agent.poolUnknown');
    // Another account's pool does not count.
    const stranger = await api.newAccount('stranger');
    await expect(registerAgent(api, stranger.accountId, { pool: 'Large' })).rejects.toThrow('agent.poolUnknown');
  });
});
