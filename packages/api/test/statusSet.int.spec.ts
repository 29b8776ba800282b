import type { FinishedStatus, HistoryItem, InProgressStatus, TestRunId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type AgentUnderTest, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';

describe('a status set by a person while agents and the automation are working', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
    await api.done('POST', '/environments', { body: { name: 'One', key: 'one', maximumParallelTestRuns: 1 } });
  });
  afterAll(() => api.stop());

  const set = (id: string, status: FinishedStatus) => api.done('PATCH', `/test-runs/${id}`, { body: { status } });
  const reaches = (id: string, status: string) => cycle.untilRun(id, (view) => view.status === status);

  /** Brings a new run to a status. @returns its id, and what its agent reports later */
  const bring: Record<InProgressStatus, () => Promise<{ id: string; later?: () => Promise<unknown> }>> = {
    QUEUED: async () => {
      // The environment takes one run at a time.
      const before = await cycle.newRun({ environment: 'one' });
      await reaches(before, 'SUBMITTED');
      const id = await cycle.newRun({ environment: 'one' });
      return { id, later: () => cycle.cancel(before) };
    },
    SUBMITTED: async () => {
      const id = await cycle.newRun();
      await reaches(id, 'SUBMITTED');
      return { id };
    },
    SETUP: async () => {
      const id = await cycle.newRun();
      const setup = await cycle.takeWork();
      await reaches(id, 'SETUP');
      return { id, later: () => agent.events(setup, 1, [unitCompleted]) };
    },
    RUNNING: async () => {
      const id = await cycle.newRun();
      await cycle.setUp();
      const work = await cycle.takeWork();
      await agent.events(work, 1, [testStarted('test1'), testFinished('test1')]);
      await reaches(id, 'RUNNING');
      const rest = [testStarted('test2'), testFinished('test2', { status: 'FAIL' }), unitCompleted];
      return { id, later: () => agent.events(work, 3, rest) };
    },
    TEAR_DOWN: async () => {
      const id = await cycle.newRun();
      await cycle.setUp();
      const work = await cycle.takeWork();
      const report = ['test1', 'test2'].flatMap((test) => [testStarted(test), testFinished(test)]);
      // Which of the two is first does not matter: the person's status wins.
      await agent.events(work, 1, [...report, unitCompleted]);
      return { id };
    },
  };

  const states = Object.keys(bring) as InProgressStatus[];
  const cases = states.flatMap((from) => (['PASS', 'FAIL', 'CANCELED'] as const).map((to) => [from, to] as const));

  it.each(cases)('ends a run that is %s as %s, whatever is reported afterwards', async (from, to) => {
    const { id, later } = await bring[from]();
    await set(id, to);
    await later?.();
    await cycle.untilRun(id, ({ nonExitedRunners }) => nonExitedRunners === 0);
    expect((await reaches(id, to)).endTime).not.toBeNull();
    // No unit of it is left open and it holds no slot: the next run is served.
    const next = await cycle.newRun();
    let work = await cycle.takeWork();
    // A claim may cross the end of its run.
    while (work.run.testRunId === id) work = await cycle.takeWork();
    expect(work.run.testRunId).toBe(next);
    await cycle.cancel(next);
    await cycle.untilRun(next, ({ nonExitedRunners }) => nonExitedRunners === 0);
    const { state } = await api.eventLog.load(testRunDecider, id as TestRunId);
    expect(state.status).toBe(to);
    const { body: history } = await api.call<HistoryItem[]>('GET', `/test-runs/${id}/history`);
    // A run that passes by itself at that moment keeps its status.
    const setByPerson = { updatedColumn: 'Status', userEmail: api.admin.email };
    if (from !== 'TEAR_DOWN' || to !== 'PASS') expect(history[0]).toMatchObject(setByPerson);
  });
});
