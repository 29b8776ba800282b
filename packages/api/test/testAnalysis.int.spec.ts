import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorBody, RunAnalysisView, TestAnalysisView, TestResultsPage } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { gitIn } from './gitIn.ts';
import { ModelUnderTest } from './modelUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { failed, passed } from './reviewedResults.ts';
import { uploadForm } from './uploadForm.ts';

/** A repository of two files. */
async function repositoryIn(gitUrl: string) {
  await mkdir(join(gitUrl, 'src'), { recursive: true });
  const git = gitIn(gitUrl);
  git('init', '--quiet', '--initial-branch=main');
  return async (path: string, message: string) => {
    await writeFile(join(gitUrl, path), message);
    git('add', '.');
    git('commit', '--quiet', '-m', message);
    return git('rev-parse', 'HEAD');
  };
}

describe('why a test failed', () => {
  const model = new ModelUnderTest();
  let api: ApiUnderTest;
  let fields: { projectId: string; environmentId: string };
  let commit: (path: string, message: string) => Promise<string>;
  beforeAll(async () => {
    api = await startApi({ automation: true, analysisModel: model });
    const gitUrl = join(api.dataDir, 'shop');
    commit = await repositoryIn(gitUrl);
    const { projectId, environmentId } = await prepareRun(api, { gitUrl });
    fields = { projectId, environmentId };
  });
  afterAll(() => api.stop());

  const upload = async (about: { commit?: string; branch?: string }, ...cases: string[]) => {
    const content = `<testsuite name="s">${cases.join('')}</testsuite>`;
    return (await uploadForm(api, { ...fields, branch: 'main', ...about }, [{ name: 'r.xml', content }])).body.id;
  };
  const testIdOf = async (run: string, name: string) => {
    const { tests } = (await api.call<TestResultsPage>('GET', `/test-runs/${run}/results`)).body;
    return tests.find((row) => row.name.endsWith(name))?.testId ?? '';
  };
  const pathOf = async (run: string, name: string) => `/test-runs/${run}/results/${await testIdOf(run, name)}/analysis`;
  const analysisOf = async (run: string, name: string) =>
    (await api.call<TestAnalysisView>('GET', await pathOf(run, name))).body;
  const completed = async (run: string, name: string) => {
    const path = await pathOf(run, name);
    await api.done('POST', path);
    await eventually(async () => (await api.call<TestAnalysisView>('GET', path)).body.status === 'COMPLETE');
    return (await api.call<TestAnalysisView>('GET', path)).body;
  };
  const boom = 'TypeError: no total&#10;    at Cart.total (src/total.ts:3:1)';

  it('compares the first failure with the last pass, suspects first, and says what it was before', async () => {
    const first = await commit('src/total.ts', 'Adds totals');
    const green = await upload({ commit: first }, passed('pays'), passed('ships'));
    const variables = [{ key: 'RATES_URL', value: 'battery-staple', encrypted: true, file: false }];
    await api.done('PATCH', `/environments/${fields.environmentId}`, { body: { variables } });
    await commit('README.md', 'Says more');
    const broken = await commit('src/total.ts', 'Splits totals');
    const red = await upload({ commit: broken }, failed('pays', boom), failed('ships', boom));
    const again = await upload({ commit: broken }, failed('pays', boom), passed('ships'));
    const found = await analysisOf(again, 'pays');
    expect(found).toMatchObject({
      status: 'NOT_REQUESTED',
      analysisText: null,
      formattedAnalysisText: null,
      lastPassed: { testRunId: green, commit: first },
      firstFailed: { testRunId: red, commit: broken },
      isFlaky: false,
      fixedBefore: null,
      refusal: null,
    });
    expect(found.changes.filter(({ commit: id }) => id !== null)).toMatchObject([
      {
        kind: 'COMMIT',
        title: 'Splits totals',
        commit: broken,
        author: 'Ada',
        isSuspect: true,
        detail: 'src/total.ts',
      },
      { kind: 'COMMIT', title: 'Says more', isSuspect: false },
    ]);
    expect(found.changes).toContainEqual(expect.objectContaining({ kind: 'ENVIRONMENT', title: 'Variable RATES_URL' }));
    expect(JSON.stringify(found)).not.toContain('battery-staple');
    expect(found.elsewhere.map(({ testRunId }) => testRunId)).toEqual([red, red]);
    expect(found.cause).toMatchObject({ testCount: 1, firstSeen: { testRunId: red }, seenBefore: { runCount: 1 } });

    const fixed = await upload({ commit: broken }, passed('pays'), passed('ships'));
    const later = await upload({ commit: broken }, failed('pays', boom), passed('ships'));
    expect(await analysisOf(later, 'pays')).toMatchObject({
      isFlaky: true,
      fixedBefore: {
        failed: { first: { testRunId: red }, last: { testRunId: again }, runCount: 2 },
        passed: { testRunId: fixed },
      },
    });
  });

  it('is suggested by the model as text and as HTML in which nothing runs', async () => {
    const run = await upload({}, failed('pays', 'service one is away'), passed('ships'));
    const found = await completed(run, 'pays');
    expect(found).toMatchObject({
      isFromCause: false,
      modelFailure: null,
      suggestion: { verdict: 'LIKELY', suggestions: [{ text: 'Start the service.' }] },
      quota: { limit: null },
    });
    expect(found.formattedAnalysisText).toContain('<strong>A service is away</strong>');
    expect(found.formattedAnalysisText).toContain('&lt;b&gt;connections&lt;/b&gt;');
    expect(model.sent).toHaveLength(1);
  });

  it("is what the run's analysis says of its cause, without asking again", async () => {
    const run = await upload({}, failed('pays', 'service two is away'), passed('ships'));
    await api.done('POST', `/test-runs/${run}/analysis`);
    await eventually(
      async () => (await api.call<RunAnalysisView>('GET', `/test-runs/${run}/analysis`)).body.status === 'COMPLETE',
    );
    const sent = model.sent.length;
    expect(await completed(run, 'pays')).toMatchObject({
      isFromCause: true,
      suggestion: { title: 'A service is away' },
    });
    expect(model.sent).toHaveLength(sent);
  });

  it('comes from rules where the model fails', async () => {
    model.failure = 'The model did not answer within 60 s.';
    const run = await upload({}, failed('pays', 'service three is away'), passed('ships'));
    const found = await completed(run, 'pays');
    expect(found).toMatchObject({ modelFailure: model.failure, suggestion: null });
    expect(found.analysisText).toContain('**service three is away**');
    model.failure = null;
  });

  it('is not asked of a test that passed', async () => {
    const run = await upload({}, failed('pays', 'service four is away'), passed('ships'));
    expect(await analysisOf(run, 'ships')).toMatchObject({
      cause: null,
      changes: [],
      refusal: { reason: 'NO_FAILURES', message: 'This test did not fail.' },
    });
    const { status, body } = await api.call<ErrorBody>('POST', await pathOf(run, 'ships'));
    expect([status, body.code]).toEqual([409, 'analysis.notFailed']);
  });

  it('is previewed as it is sent', async () => {
    const run = await upload({}, failed('pays', 'service five is away'), passed('ships'));
    const { body } = await api.call<{ text: string; model: string }>('GET', `${await pathOf(run, 'pays')}/outgoing`);
    expect(body.model).toBe(model.name);
    await completed(run, 'pays');
    expect(model.sent.at(-1)).toBe(body.text);
    expect((await api.call('GET', `${await pathOf(run, 'ships')}/outgoing`)).body).toMatchObject({
      model: null,
      text: '',
    });
  });

  it('is refused with its text where the account has opted out, and nothing is sent', async () => {
    const run = await upload({}, failed('pays', 'service six is away'), passed('ships'));
    const sent = model.sent.length;
    const text = 'organization has opted out of AI features, contact sales';
    await api.done('PUT', '/account/ai-opt-out', { body: { aiOptOut: true } });
    const { status, body } = await api.call<ErrorBody>('POST', await pathOf(run, 'pays'));
    expect([status, body.code, body.message]).toEqual([403, 'analysis.optedOut', text]);
    expect(await analysisOf(run, 'pays')).toMatchObject({
      status: 'NOT_REQUESTED',
      refusal: { reason: 'OPTED_OUT', message: text },
    });
    expect(model.sent).toHaveLength(sent);
    await api.done('PUT', '/account/ai-opt-out', { body: { aiOptOut: false } });
  });

  it('says what cannot be compared', async () => {
    await upload({ branch: 'elsewhere', commit: 'c0ffee1'.padEnd(40, '0') }, passed('orders'));
    const run = await upload({ branch: 'main', commit: 'c0ffee2'.padEnd(40, '0') }, failed('orders', 'no order'));
    expect((await analysisOf(run, 'orders')).notCompared).toEqual([
      'The test has not passed on this branch and environment: compared with others.',
      'Commits: the repository could not be read in time.',
    ]);
  });
});
