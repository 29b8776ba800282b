import {
  type FlakyRulesPreview,
  type FlakyTestInfo,
  type ProjectView,
  type TestResultsPage,
  usualFlakyRules,
} from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const failure = '<failure message="the bank is late">at pay.js:7</failure>';

describe('the rules for flaky tests', () => {
  let api: ApiUnderTest;
  let ids: { projectId: string; environmentId: string };
  beforeAll(async () => {
    api = await startApi();
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
    // One run for each pair: how 'pays' ends in it, and 'ships'. Each is of a commit of its own.
    for (const [index, pair] of ['PP', 'FP', 'PP', 'PP', 'FF', 'PP', 'FF', 'PF'].entries()) {
      const content = Object.entries({ pays: pair[0], ships: pair[1], sums: 'P' }).map(
        ([name, letter]) =>
          `<testcase classname="Cart" file="cart.js" name="${name}">${letter === 'F' ? failure : ''}</testcase>`,
      );
      const fields = { ...ids, branch: 'main', commit: String(index).repeat(40) };
      await uploadForm(api, fields, [
        { name: 'r.xml', content: `<testsuite name="s">${content.join('')}</testsuite>` },
      ]);
    }
    await api.done('PUT', `/projects/${projectId}`, { body: { defaultBranch: 'main' } });
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const preview = (query = '', options = {}) =>
    api.call<FlakyRulesPreview>('GET', `/projects/${ids.projectId}/flaky-rules-preview${query}`, options);
  const changeRules = (change: object) =>
    api.call('PUT', `/projects/${ids.projectId}`, { body: { flakyRules: { ...usualFlakyRules, ...change } } });

  async function flaky(): Promise<string[]> {
    const [start, end] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());
    await api.caughtUp();
    const { body } = await api.call<FlakyTestInfo>('GET', `/test-runs/flaky-test-info?start=${start}&end=${end}`);
    return body.tests.map(({ name, evidence }) => `${name.split(' ').at(-1)} ${evidence}`);
  }

  it('are the usual ones of a new project, and find what goes back and forth', async () => {
    const { body } = await api.call<ProjectView>('GET', `/projects/${ids.projectId}`);
    expect(body.flakyRules).toEqual(usualFlakyRules);
    expect(await flaky()).toEqual(['pays B']);
  });

  it('are tried before they are changed, and then find what the trial said', async () => {
    const { status, body } = await preview('?days=30&flips=3');
    expect(status).toBe(200);
    expect(body).toMatchObject({ runs: 8, failed: 4, now: { found: 1 }, tried: { found: 2 } });
    expect(body.rules).toEqual({ now: usualFlakyRules, tried: { ...usualFlakyRules, flips: 3 } });
    expect(body.tests.map(({ now, tried }) => [now?.evidence, tried?.evidence])).toEqual([
      [undefined, 'B'],
      ['B', 'B'],
    ]);
    expect((await changeRules({ flips: 3 })).status).toBe(200);
    expect((await flaky()).sort()).toEqual(['pays B', 'ships B']);
    expect((await preview()).body).toMatchObject({ now: { found: 2 }, tried: { found: 2 } });
    await changeRules({});
    expect(await flaky()).toEqual(['pays B']);
  });

  it('count what people call known flaky, if they are to', async () => {
    const rules = { flips: 50, flipResults: 100 };
    await changeRules(rules);
    expect(await flaky()).toEqual([]);
    const { body: runs } = await api.call<{ testRuns: { id: string }[] }>('GET', '/test-runs');
    const [newest] = runs.testRuns;
    const { body: page } = await api.call<TestResultsPage>('GET', `/test-runs/${newest?.id}/results`);
    const failed = page.tests.find(({ status }) => status === 'FAIL');
    const problem = `/projects/${ids.projectId}/problems/${failed?.testRunAnalysisRootCauseId}`;
    await api.done('PUT', problem, { body: { reviewStatusId: 'KNOWN_FLAKY' } });
    expect((await flaky()).sort()).toEqual(['pays C', 'ships C']);
    expect((await preview('?opinions=false')).body).toMatchObject({ now: { found: 2 }, tried: { found: 0 } });
    await changeRules({ ...rules, opinions: false });
    expect(await flaky()).toEqual([]);
    await changeRules({});
  });

  it('have bounds, are tried by everybody in the account and by nobody else, and changed by administrators', async () => {
    expect(await preview('?flips=2')).toMatchObject({ status: 400, body: { errors: [{ field: 'flips' }] } });
    expect(await preview('?days=31')).toMatchObject({ status: 400, body: { errors: [{ field: 'days' }] } });
    const refused = { status: 400, body: { errors: [{ field: 'flakyRules.quietDays' }] } };
    expect(await changeRules({ quietDays: 0 })).toMatchObject(refused);
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    expect((await preview('', { as: grace })).status).toBe(200);
    const body = { flakyRules: { ...usualFlakyRules, flips: 5 } };
    expect((await api.call('PUT', `/projects/${ids.projectId}`, { as: grace, body })).status).toBe(403);
    const stranger = await api.newAccount('stranger');
    expect(await preview('', { as: stranger })).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
  });
});
