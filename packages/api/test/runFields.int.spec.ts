import type {
  AccountView,
  TestResultsPage,
  TestResultView,
  TestRunDetailView,
  TestRunnerView,
  TestRunPage,
} from '@assay/contract';
import { type AgentUnderTest, listedTest, testFinished, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';

describe('a single run', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;

  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
  });
  afterAll(() => api.stop());

  const view = async (id: string) => {
    await api.caughtUp();
    return (await api.call<TestRunDetailView>('GET', `/test-runs/${id}`)).body;
  };

  it('shows how much is left in the queue, and who works on it', async () => {
    const id = await cycle.newRun({ runners: 2 });
    expect(await view(id)).toMatchObject({ remainingMessages: 1, testRunners: [] });
    const tests = ['one', 'two'];
    await cycle.setUp(tests.map((test) => listedTest(test, `${test}.spec.ts`)));
    await cycle.untilRun(id, ({ remainingMessages, status }) => status === 'RUNNING' && remainingMessages === 2);
    for (const left of [1, 0]) {
      const work = await cycle.takeWork();
      const [test] = work.tests;
      await agent.events(work, 1, [testFinished(test?.testId ?? ''), unitCompleted]);
      await cycle.untilRun(id, ({ remainingMessages }) => remainingMessages === left);
    }
    await cycle.untilRun(id, ({ status, nonExitedRunners }) => status === 'PASS' && nonExitedRunners === 0);
    const { testRunners } = await view(id);
    expect(testRunners).toEqual((await api.call<TestRunnerView[]>('GET', `/test-runs/${id}/test-runners`)).body);
    expect(testRunners.reduce((sum, { testsRun }) => sum + testsRun, 0)).toBe(2);
    // There are no groups of results and no tracker of issues: programs that read these fields find them empty.
    const { tests: rows } = (await api.call<TestResultsPage>('GET', `/test-runs/${id}/results`)).body;
    const constants = { groupParentId: null, trackedIssues: [] };
    expect(rows).toMatchObject([constants, constants]);
    const { body: single } = await api.call<TestResultView>('GET', `/test-runs/${id}/results/${rows[0]?.testId}`);
    expect(single).toMatchObject(constants);
    // By either id of its row.
    expect((await api.call<TestResultView>('GET', `/test-runs/${id}/results/${rows[0]?.id}`)).body).toEqual(single);
    expect((await api.call('GET', `/test-runs/${id}/results/${id}.none`)).status).toBe(404);
  });

  it('is limited by no hours of testing and analysed by no AI, which its account says', async () => {
    expect((await api.call<AccountView>('GET', '/account')).body).toMatchObject({
      monthlyExecutionHoursLimit: null,
      monthlyAiQuotaRemaining: null,
      monthlyTestRunAnalysisQuotaRemaining: null,
      aiOptOut: false,
    });
  });

  it('has nothing left in the queue once it was canceled', async () => {
    const id = await cycle.newRun();
    await cycle.cancel(id);
    expect(await view(id)).toMatchObject({ status: 'CANCELED', remainingMessages: 0 });
  });

  it('shows its account and the run it was started from, in the list too', async () => {
    const first = await cycle.newRun();
    await cycle.cancel(first);
    const { id } = await api.done('POST', `/test-runs/${first}/rerun`, { body: { rerunTestRun: true } });
    const account = { id: api.admin.accountId, name: 'acme' };
    expect(await view(first)).toMatchObject({ triggeredTestRunId: null, account });
    expect(await view(id)).toMatchObject({ triggeredTestRunId: first, account });
    const { testRuns } = (await api.call<TestRunPage>('GET', '/test-runs?limit=2')).body;
    expect(testRuns).toMatchObject([
      { id, triggeredTestRunId: first, account },
      { id: first, triggeredTestRunId: null, account },
    ]);
    await cycle.cancel(id);
  });
});
