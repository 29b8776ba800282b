import type { CommandAnswer, TestPlanDetailView, TestPlanRunView } from '@assay/contract';
import {
  type AgentUnderTest,
  listedTest,
  registerAgent,
  testFinished,
  testStarted,
  unitCompleted,
} from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, type StartOptions, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

/** Who calls: a person, or the API key of an account. */
type As = Person | { token: string; accountId: string };

export type PlanCycle = {
  api: ApiUnderTest;
  cycle: RunCycle;
  ids: Pick<PreparedRun, 'projectId' | 'environmentId'> & { testSuiteId: string };
  /** @returns the id of what was made */
  post(path: string, body?: object, as?: As): Promise<string>;
  newPlan(): Promise<string>;
  newStage(plan: string, change?: object): Promise<string>;
  /** Adds the suite to a stage, on 'main' in the environment 'test' unless told otherwise. */
  newSuite(plan: string, stage: string, change?: object): Promise<string>;
  /** What a request for a suite of a stage says. */
  entry(change?: object): object;
  planOf(id: string): Promise<TestPlanDetailView>;
  /** Repeats until the plan run meets the condition. */
  until(plan: string, run: string, met: (view: TestPlanRunView) => boolean): Promise<TestPlanRunView>;
  /** An agent takes the next run from its set-up to its end. */
  runNext(status: 'PASS' | 'FAIL'): Promise<void>;
};

export const suitesOf = ({ stages }: TestPlanRunView) => stages.flatMap(({ suites }) => suites);
export const statusesOf = (view: TestPlanRunView) => suitesOf(view).map(({ status }) => status);
export const isOver = ({ status }: TestPlanRunView) => status !== 'Running';

/** The whole service with a project 'shop' and a suite of it, an environment 'test', one agent, and no unfinished run. */
export async function startPlanCycle(options: StartOptions = {}): Promise<PlanCycle> {
  const api = await startApi({ automation: true, ...options });
  const { projectId, environmentId, testRunId } = await prepareRun(api);
  const agent: AgentUnderTest = await registerAgent(api);
  const cycle = runCycle(api, agent);
  await cycle.cancel(testRunId);
  const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10, maxRunners: 1 };
  const { id: testSuiteId } = await api.done('POST', `/projects/${projectId}/test-suites`, { body: suite });
  let plans = 0;
  const post: PlanCycle['post'] = async (path, body, as) =>
    (await api.done<CommandAnswer>('POST', path, { body, as: as as Person })).id;
  const entry = (change: object = {}) => ({ projectId, testSuiteId, environmentId, branch: 'main', ...change });
  return {
    api,
    cycle,
    ids: { projectId, environmentId, testSuiteId },
    post,
    entry,
    newPlan: () => post('/test-plans', { name: `Plan ${++plans}`, key: `plan-${plans}` }),
    newStage: (plan, change = {}) => post(`/test-plans/${plan}/stages`, { name: 'Smoke', ...change }),
    newSuite: (plan, stage, change) => post(`/test-plans/${plan}/stages/${stage}/suites`, entry(change)),
    planOf: async (id) => (await api.call<TestPlanDetailView>('GET', `/test-plans/${id}`)).body,
    until: async (plan, run, met) => {
      for (;;) {
        await api.caughtUp();
        const { body } = await api.call<TestPlanRunView>('GET', `/test-plans/${plan}/runs/${run}`);
        if (met(body)) return body;
      }
    },
    runNext: async (status) => {
      await cycle.setUp([listedTest('test1')]);
      const unit = await cycle.takeWork();
      await agent.events(unit, 1, [testStarted('test1'), testFinished('test1', { status }), unitCompleted]);
    },
  };
}
