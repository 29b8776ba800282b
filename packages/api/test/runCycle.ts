import type { Assignment, CreateTestRunRequest, TestListBlob, TestRunView } from '@assay/contract';
import { type AgentUnderTest, listedTest, registerAgent, testListBlob, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

export type RunCycle = {
  /** Starts a run of the project 'shop' with one runner. @returns its id */
  newRun(asked?: Partial<CreateTestRunRequest>): Promise<string>;
  cancel(id: string): Promise<void>;
  /** Takes the set-up of the next run and lists tests; two unless told otherwise. */
  setUp(tests?: ReturnType<typeof listedTest>[], more?: Partial<TestListBlob>): Promise<Assignment>;
  /** Takes the next work for one place. */
  takeWork(): Promise<Assignment>;
  /** Repeats until the run meets the condition. */
  untilRun(id: string, met: (view: TestRunView) => boolean): Promise<TestRunView>;
  eventTypes(stream: string): Promise<string[]>;
};

/** The steps of a run, as an agent goes through them. */
export function runCycle(api: ApiUnderTest, agent: AgentUnderTest): RunCycle {
  const { takeWork } = agent;
  return {
    takeWork,
    newRun: async (asked = {}) => {
      const body = { project: 'shop', environment: 'test', runners: 1, ...asked };
      return (await api.done('POST', '/test-runs', { body })).id;
    },
    cancel: async (id) => {
      await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    },
    setUp: async (tests = [listedTest('test1'), listedTest('test2')], more = {}) => {
      const setup = await takeWork();
      if (setup.kind !== 'setup') throw new Error('no set-up');
      const blobId = await agent.upload(testListBlob(tests, more));
      const listed = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
      expect(listed).toMatchObject({ status: 200, body: {} });
      expect((await agent.events(setup, 1, [unitCompleted])).body).toEqual({ nextSequence: 2 });
      return setup;
    },
    untilRun: async (id, met) => {
      for (;;) {
        await api.caughtUp();
        const { body } = await api.call<TestRunView>('GET', `/test-runs/${id}`);
        if (met(body)) return body;
      }
    },
    eventTypes: async (stream) => {
      const types: string[] = [];
      for await (const { type } of api.eventLog.read(stream)) types.push(type);
      return types;
    },
  };
}

/** The whole service with a project 'shop', an environment 'test', one agent, and no unfinished run. */
export async function startRunCycle(): Promise<{ api: ApiUnderTest; agent: AgentUnderTest; cycle: RunCycle }> {
  const api = await startApi({ automation: true });
  const { testRunId } = await prepareRun(api);
  const agent = await registerAgent(api);
  const cycle = runCycle(api, agent);
  await cycle.cancel(testRunId);
  return { api, agent, cycle };
}
