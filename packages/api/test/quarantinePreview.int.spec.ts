import type { QuarantinePreview } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const failure = '<failure message="the bank is late">at pay.js:7</failure>';
/** What a test says in a report: passed, failed, or passed when it was tried again. */
const outcomes = { P: '', F: failure, f: '<flakyFailure message="the bank is late">at pay.js:7</flakyFailure>' };
type Letter = keyof typeof outcomes;

describe('the preview of quarantine', () => {
  let api: ApiUnderTest;
  let ids: { projectId: string; environmentId: string };
  beforeAll(async () => {
    api = await startApi();
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
    // One run for each pair: how 'pays' ends in it, and 'ships'. Each is of a commit of its own.
    for (const [index, pair] of ['PP', 'FP', 'fP', 'FP', 'FP', 'FF', 'PP', 'FP'].entries()) {
      const [pays, ships] = [...pair] as [Letter, Letter];
      const cases = { pays, ships, sums: 'P' as const };
      const content = Object.entries(cases).map(
        ([name, letter]) => `<testcase classname="Cart" file="cart.js" name="${name}">${outcomes[letter]}</testcase>`,
      );
      const fields = { ...ids, branch: 'main', commit: String(index).repeat(40) };
      await uploadForm(api, fields, [
        { name: 'r.xml', content: `<testsuite name="s">${content.join('')}</testsuite>` },
      ]);
    }
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const ask = (query = '', options = {}) =>
    api.call<QuarantinePreview>('GET', `/projects/${ids.projectId}/quarantine-preview${query}`, options);

  it('says which runs would have passed, which tests it takes aside, and what real failures it hides', async () => {
    const { status, body } = await ask('?days=7');
    expect(status).toBe(200);
    const numberOf = ({ run }: { run: { number: number } }) => run.number;
    const [first = 0] = body.sparedRuns.map(numberOf).toReversed();
    expect(body).toMatchObject({ runs: 8, failed: 5, spared: 3, missed: 3, quarantined: 1 });
    expect(body).toMatchObject({ knownFrom: null, unseenTests: 0, uncompared: 0 });
    expect(body.tests).toMatchObject([
      { file: 'cart.js', failures: 4, spared: 3, missed: 3, flakyIn: { number: first - 1, branch: 'main' } },
    ]);
    expect(body.tests[0]?.name).toContain('pays');
    // In the third of them another test failed too; the last one passed on no other commit yet.
    expect(body.sparedRuns.map((one) => numberOf(one) - first)).toEqual([4, 1, 0]);
    expect(body.missedFailures.map((one) => [numberOf(one) - first, one.why])).toEqual([
      [2, 'FIXED'],
      [1, 'FIXED'],
      [0, 'FIXED'],
    ]);
    expect(body.days).toHaveLength(8);
    expect(body.days.reduce((sum, { spared }) => sum + spared, 0)).toBe(3);
  });

  it('is for everybody who reads the project, and nobody else', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    expect(await ask('', { as: grace })).toMatchObject({ status: 200, body: { quarantined: 1 } });
    const stranger = await api.newAccount('stranger');
    expect(await ask('', { as: stranger })).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
  });

  it('looks back as far as it is told, by the days of the reader', async () => {
    expect((await ask()).body.days.length).toBeGreaterThanOrEqual(31);
    const { start, end } = (await ask('?days=90&timeZone=Asia/Kolkata')).body;
    expect(Date.parse(end) - Date.parse(start)).toBe(90 * 24 * 3_600_000);
    for (const [query, field] of [
      ['?days=8', 'days'],
      ['?timeZone=Nowhere', 'timeZone'],
    ]) {
      expect(await ask(query)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it('has nothing to tell of a project without runs', async () => {
    const body = { name: 'New', key: 'new', gitUrl: '/repositories/new', testingFramework: 'Playwright' };
    const { id } = await api.done('POST', '/projects', { body });
    const answer = await api.call<QuarantinePreview>('GET', `/projects/${id}/quarantine-preview`);
    expect(answer).toMatchObject({ status: 200, body: { runs: 0, quarantined: 0, tests: [], sparedRuns: [] } });
  });
});
