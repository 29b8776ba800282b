import type { ErrorBody, RunAnalysisView } from '@assay/contract';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { failed, passed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';

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
});
