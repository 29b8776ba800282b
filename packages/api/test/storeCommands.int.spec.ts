import type { TestRunPage, TestRunView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type AgentUnderTest, registerAgent, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

/** Calls of the run's page that show its head and its tests. */
const firstAnswers = (id: string) => [`/test-runs/${id}`, `/test-runs/${id}/results`];

describe('the requests to the stores', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let finished: string;
  let running: string;

  beforeAll(async () => {
    api = await startApi({ automation: true, recordsAll: true });
    ({ testRunId: finished } = await prepareRun(api, { run: { runners: 1 } }));
    agent = await registerAgent(api);
    cycle = runCycle(api, agent);
    await finish(finished);
    await finish(await cycle.newRun());
    running = await cycle.newRun();
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const [first] = unit.kind === 'tests' ? unit.tests : [];
    await agent.events(unit, 1, [testStarted(first?.testId ?? '')]);
    await cycle.untilRun(running, ({ runningCount }) => runningCount > 0);
  });
  afterAll(() => api.stop());

  async function finish(id: string): Promise<void> {
    await cycle.setUp();
    const unit = await cycle.takeWork();
    const tests = unit.kind === 'tests' ? unit.tests : [];
    const report = tests.flatMap(({ testId }) => [testStarted(testId), testFinished(testId)]);
    await agent.events(unit, 1, [...report, unitCompleted]);
    await cycle.untilRun(id, ({ status }) => status === 'PASS');
  }

  /** @returns how many requests the calls made, one call after the other */
  async function requestsOf(paths: readonly string[]): Promise<number> {
    const from = new Date();
    for (const path of paths) expect((await api.call('GET', path)).status).toBe(200);
    const rows = api.documentStore.db('assay_ops').collection('performanceRecords');
    const own = { startTime: { $gte: from }, 'extra.path': { $in: [...paths] } };
    const records = await eventually(async () => {
      const found = await rows.find(own).toArray();
      return found.length === paths.length ? found : null;
    });
    return records.reduce((sum, { dbRequests }) => sum + dbRequests, 0);
  }

  /** Counts until the calls are answered with no more requests than these: work of the automation may outdate answers. */
  async function settleWithin(most: number, paths: readonly string[]): Promise<void> {
    await eventually(async () => expect(await requestsOf(paths)).toBeLessThanOrEqual(most));
  }

  it('are three at most for the list of runs', async () => {
    expect((await api.call<TestRunPage>('GET', '/test-runs')).body.testRuns).toHaveLength(3);
    await settleWithin(3, ['/test-runs']);
  });

  it('are five at most for the first answers of the page of a finished run', async () => {
    const { body } = await api.call<TestRunView>('GET', `/test-runs/${finished}`);
    expect(body).toMatchObject({ status: 'PASS', testCount: 2 });
    await settleWithin(5, firstAnswers(finished));
  });

  it('are five at most for those of a run in progress', async () => {
    await settleWithin(5, firstAnswers(running));
  });
});
