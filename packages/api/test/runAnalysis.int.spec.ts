import type { ErrorBody, RunAnalysisView } from '@assay/contract';
import { testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { failed, passed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';
import { startRunCycle } from './runCycle.ts';

describe('the analysis of a failed run without a model', () => {
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  beforeAll(async () => {
    reviewed = await startReviewedResults();
    api = reviewed.api;
  });
  afterAll(() => api.stop());

  const analysisOf = async (id: string) => (await api.call<RunAnalysisView>('GET', `/test-runs/${id}/analysis`)).body;
  const down = (name: string, port: number) => failed(name, `connect ECONNREFUSED 127.0.0.1:${port}`);

  it('has causes by rules before anybody requests one', async () => {
    const first = await reviewed.upload(down('adds', 1), passed('ships'));
    const run = await reviewed.upload(
      down('adds', 2),
      down('pays', 3),
      failed('prints', 'out of paper'),
      passed('ships'),
    );
    expect(await analysisOf(run)).toMatchObject({
      status: 'NOT_REQUESTED',
      summary: null,
      failedCount: 3,
      causeCount: 2,
      isRunning: false,
      refusal: { reason: 'NO_MODEL' },
      quota: { limit: null, remaining: null },
      outgoing: null,
      testRunAnalysisRootCauses: [
        {
          testCount: 2,
          isNew: false,
          firstSeen: { testRunId: first },
          seenBefore: { runCount: 1, last: { testRunId: first } },
        },
        { testCount: 1, isNew: true, firstSeen: { testRunId: run }, seenBefore: null, kindBy: 'RULES' },
      ],
    });
  });

  it('names all tests of causes whose fingerprints are equal, and no others', async () => {
    const message = "TypeError: Cannot read properties of undefined (reading 'rate')";
    const thrownIn = (own: string, name: string) =>
      `<testcase classname="Cart" name="${name}"><failure message="${message}">${message}
    at ${own} (/home/ci/shop/src/${own}.ts:12:9)
    at Object.&lt;anonymous&gt; (/home/ci/shop/test/${name}.spec.ts:8:3)</failure></testcase>`;
    const run = await reviewed.upload(
      ...['pays', 'refunds'].map((name) => thrownIn('totalOf', name)),
      ...['ships', 'packs', 'sends'].map((name) => thrownIn('weightOf', name)),
      failed('prints', 'out of paper'),
    );
    const { tests } = await reviewed.results(run);
    const idsOf = (...names: string[]) => tests.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    expect(new Set(tests.map((test) => test.testRunAnalysisRootCauseId)).size).toBe(2);
    const { testRunAnalysisRootCauses: causes } = await analysisOf(run);
    expect(causes.map(({ testRunTestIds }) => testRunTestIds?.toSorted() ?? null)).toEqual([
      idsOf('ships', 'packs', 'sends').sort(),
      idsOf('pays', 'refunds').sort(),
      null,
    ]);
  });

  it('completes by rules at once, says why, and costs nothing', async () => {
    const run = await reviewed.upload(failed('a', 'one is away'), failed('b', 'two is away'), passed('c'));
    await api.done('POST', `/test-runs/${run}/analysis`);
    expect(await analysisOf(run)).toMatchObject({
      status: 'COMPLETE',
      summary: '2 failures have 2 causes. All are new in this run.',
      modelFailure: 'No model is configured. Rules found the causes.',
      model: null,
      requestedBy: { id: api.admin.userId },
    });
  });

  it('is refused for a run without failures', async () => {
    const run = await reviewed.upload(passed('c'));
    const { status, body } = await api.call<ErrorBody>('POST', `/test-runs/${run}/analysis`);
    expect([status, body.code, body.message]).toEqual([
      409,
      'analysis.noFailures',
      "this test run doesn't have any failures",
    ]);
  });

  it('of a run with 10,000 failures names its causes and up to 50 tests of each', async () => {
    const cases = Array.from({ length: 10_000 }, (_, place) =>
      failed(`adds ${place}`, place % 2 === 0 ? `connect ECONNREFUSED 10.0.0.1:${place}` : 'out of paper'),
    );
    const run = await reviewed.upload(...cases);
    const { failedCount, causeCount, testRunAnalysisRootCauses: causes } = await analysisOf(run);
    expect([failedCount, causeCount]).toEqual([10_000, 2]);
    expect(causes.map(({ testCount, affectedTestRunTestAnalysis: tests }) => [testCount, tests.length])).toEqual([
      [5_000, 50],
      [5_000, 50],
    ]);
  });
});

describe('the analysis of a run of our runners', () => {
  it('has causes while it goes on, and keeps flaky tests apart', async () => {
    const { api, agent, cycle } = await startRunCycle();
    const run = await cycle.newRun();
    const analysisOf = async () => {
      await api.caughtUp();
      return (await api.call<RunAnalysisView>('GET', `/test-runs/${run}/analysis`)).body;
    };
    await cycle.setUp();
    const lease = await cycle.takeWork();
    const away = { status: 'FAIL' as const, error: 'connect ECONNREFUSED 127.0.0.1:1' };
    await agent.events(lease, 1, [testStarted('test1'), testFinished('test1', away)]);
    expect(await analysisOf()).toMatchObject({
      isRunning: true,
      failedCount: 1,
      refusal: { reason: 'NOT_FINISHED' },
      testRunAnalysisRootCauses: [{ testCount: 1, isNew: true, runnerIds: [expect.any(String)] }],
    });
    const request = await api.call<ErrorBody>('POST', `/test-runs/${run}/analysis`);
    expect([request.status, request.body.code]).toEqual([409, 'analysis.notFinished']);
    await agent.events(lease, 3, [
      testStarted('test2'),
      testFinished('test2', { ...away, final: false }),
      testStarted('test2', 2),
      testFinished('test2', { attempt: 2 }),
      unitCompleted,
    ]);
    await cycle.untilRun(run, ({ status }) => status === 'FAIL');
    expect(await analysisOf()).toMatchObject({ isRunning: false, failedCount: 1, flakyCount: 1, flakyCauseCount: 1 });
    await api.stop();
  });
});
