import { type AccountView, type ErrorBody, planOf, type RunAnalysisView, type Tier } from '@assay/contract';
import { accountDecider, aiQuotaDecider, aiQuotaIdOf } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { ModelUnderTest } from './modelUnderTest.ts';
import { failed, passed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';

describe('an analysis that is requested from a model', () => {
  const model = new ModelUnderTest();
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  beforeAll(async () => {
    reviewed = await startReviewedResults({ analysisModel: model });
    api = reviewed.api;
  });
  afterAll(() => api.stop());

  const month = new Date().toISOString().slice(0, 7);
  const context = () => ({
    accountId: api.admin.accountId,
    actor: { kind: 'automation' as const, id: 'test' },
    occurredAt: new Date().toISOString(),
    $correlationId: 'test',
  });
  const plan = async (tier: Tier | null, legacyPlan = false) => {
    await api.eventLog.handle(
      accountDecider,
      api.admin.accountId,
      { type: 'changePlan', plan: planOf(tier, legacyPlan) },
      context(),
    );
    await api.caughtUp();
  };
  const pathOf = (id: string) => `/test-runs/${id}/analysis`;
  const analysisOf = async (id: string) => (await api.call<RunAnalysisView>('GET', pathOf(id))).body;
  const completed = async (id: string) => {
    await eventually(async () => (await analysisOf(id)).status === 'COMPLETE');
    await api.caughtUp();
    return analysisOf(id);
  };
  const account = async () => (await api.call<AccountView>('GET', '/account')).body;
  const left = async () => (await account()).monthlyTestRunAnalysisQuotaRemaining;
  const settled = (count: number | null) => eventually(async () => (await left()) === count);
  let count = 0;
  /** A run whose failure no other one has. */
  const failedRun = () => {
    count += 1;
    return reviewed.upload(
      failed('pays', `service ${'abcdefghij'[count % 10]}${'klmnopqrst'[count % 9]} is away`),
      passed('ships'),
    );
  };
  const refusal = async (id: string) => {
    const { status, body } = await api.call<ErrorBody>('POST', pathOf(id));
    return [status, body.code, body.message];
  };

  it('goes from not requested over requested to complete, and counts once it is answered', async () => {
    await plan(1);
    const run = await failedRun();
    const before = await analysisOf(run);
    expect(before).toMatchObject({ status: 'NOT_REQUESTED', refusal: null, quota: { limit: 10, remaining: 10 } });
    expect(before.outgoing).toMatchObject({ causeCount: 1 });
    const { body: outgoing } = await api.call<{ text: string }>('GET', `${pathOf(run)}/outgoing`);
    let answer: () => void = () => undefined;
    model.before = new Promise((resolve) => {
      answer = resolve;
    });
    await api.done('POST', pathOf(run));
    expect(await analysisOf(run)).toMatchObject({ status: 'REQUESTED', summary: null, refusal: null });
    await api.done('POST', pathOf(run));
    answer();
    expect(await completed(run)).toMatchObject({
      summary: 'A service is away.',
      modelFailure: null,
      model: { name: 'fake-model', promptVersion: 3, characters: outgoing.text.length, droppedClaims: 1 },
      testRunAnalysisRootCauses: [
        {
          kind: 'ENVIRONMENT',
          kindBy: 'MODEL',
          model: {
            verdict: 'LIKELY',
            title: 'A service is away',
            claims: [{ cites: [{ firstLine: 1 }] }],
            rating: null,
          },
          affectedTestRunTestAnalysis: [{ analysisText: { suggestions: [{ text: 'Start the service.' }] } }],
        },
      ],
    });
    // What was previewed is what was sent, once.
    expect(model.sent).toEqual([outgoing.text]);
    await api.done('POST', pathOf(run));
    expect(model.sent).toHaveLength(1);
    await settled(9);
  });

  it('is rated, and a decision of people counts before it', async () => {
    const run = await failedRun();
    await api.done('POST', pathOf(run));
    const [cause] = (await completed(run)).testRunAnalysisRootCauses;
    const rating = { rootCauseId: cause?.id, rating: 'DOWN' };
    await api.done('PUT', `${pathOf(run)}/rating`, { body: rating });
    expect((await analysisOf(run)).testRunAnalysisRootCauses[0]?.model?.rating).toBe('DOWN');
    await api.done('PUT', `${pathOf(run)}/rating`, { body: { ...rating, rating: null } });
    const problem = `/projects/${reviewed.fields.projectId}/problems/${cause?.id}`;
    await api.done('PUT', problem, { body: { reviewStatusId: 'TEST_BUG' } });
    const [decided] = (await analysisOf(run)).testRunAnalysisRootCauses;
    expect([decided?.model?.rating, decided?.kind, decided?.kindBy]).toEqual([null, 'TEST', 'PEOPLE']);
    const another = { ...rating, rootCauseId: 'another' };
    expect((await api.call<ErrorBody>('PUT', `${pathOf(run)}/rating`, { body: another })).body.code).toBe(
      'analysis.nothingToRate',
    );
  });

  it('costs nothing where the model fails, says why, and can be requested again', async () => {
    const remaining = await left();
    model.failure = 'The model answered 429.';
    const run = await failedRun();
    await api.done('POST', pathOf(run));
    expect(await completed(run)).toMatchObject({
      summary: '1 failure has 1 cause. It is new in this run.',
      modelFailure: 'The model answered 429.',
      model: null,
      refusal: null,
    });
    await settled(remaining);
    model.failure = null;
    await api.done('POST', pathOf(run));
    expect(await completed(run)).toMatchObject({ summary: 'A service is away.', modelFailure: null });
    await settled((remaining ?? 0) - 1);
  });

  it('is refused with its text once the plan is used up, and of two for the last one accepts one', async () => {
    const taken = 10 - ((await left()) ?? 0);
    const use = { accountId: api.admin.accountId, month, kind: 'RUN_ANALYSIS' as const };
    for (let more = taken; more < 9; more += 1) {
      const reserve = { type: 'reserve' as const, limit: null, ...use, useId: `other-${more}` };
      await api.eventLog.handle(aiQuotaDecider, aiQuotaIdOf(use.accountId, month), reserve, context());
    }
    await api.caughtUp();
    const runs = [await failedRun(), await failedRun()];
    const other = await api.another();
    const answers = await Promise.all([
      api.call<ErrorBody>('POST', pathOf(runs[0] as string)),
      other.call<ErrorBody>('POST', pathOf(runs[1] as string)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await settled(0);
    const late = await failedRun();
    const text = "You've used all 10 of the monthly Test Run Analyses on your plan";
    expect(await refusal(late)).toEqual([409, 'analysis.quotaUsed', text]);
    expect((await analysisOf(late)).refusal).toEqual({ reason: 'QUOTA_USED', message: text });
  });

  it.each<[Tier | null, boolean, number | null, number | null]>([
    [1, false, 10, 50],
    [2, false, 50, 250],
    [3, false, 50, 250],
    [4, false, 150, 750],
    [1, true, 150, 750],
    [null, false, null, null],
  ])('has the limit of plan %s, legacy %s: %s runs and %s suggestions', async (tier, legacy, runs, suggestions) => {
    // Not every plan takes uploads.
    await plan(null);
    const run = await failedRun();
    await plan(tier, legacy);
    expect(await analysisOf(run)).toMatchObject({ quota: { limit: runs } });
    expect((await account()).monthlyAiQuotaRemaining).toBe(suggestions);
  });

  it('is refused with its text where the account has opted out, also after the request', async () => {
    const run = await failedRun();
    let answer: () => void = () => undefined;
    model.before = new Promise((resolve) => {
      answer = resolve;
    });
    const held = await failedRun();
    const earlier = model.sent.length;
    await api.done('POST', pathOf(held));
    await eventually(() => model.sent.length > earlier);
    const sent = model.sent.length;
    await api.done('POST', pathOf(run));
    await api.done('PUT', '/account/ai-opt-out', { body: { aiOptOut: true } });
    answer();
    const text = 'organization has opted out of AI features, contact sales';
    expect(await completed(run)).toMatchObject({ modelFailure: text, model: null });
    expect(model.sent).toHaveLength(sent);
    const later = await failedRun();
    expect(await refusal(later)).toEqual([403, 'analysis.optedOut', text]);
    expect(await analysisOf(later)).toMatchObject({ refusal: { reason: 'OPTED_OUT', message: text }, outgoing: null });
  });

  it('is not there for another account', async () => {
    const run = await failedRun();
    const as = reviewed.stranger;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/outgoing'],
    ] as const) {
      const { status, body } = await api.call<ErrorBody>(method, `${pathOf(run)}${path}`, { as });
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'testRun.notFound']);
    }
  });
});
