import {
  type ReplayedTest,
  type ReplayFrame,
  type ReplayPage,
  type TestResultsPage,
  type TestRunDetailView,
  testKeyOf,
  unstartedTest,
} from '@assay/contract';
import type { ApiUnderTest } from './apiUnderTest.ts';

/** Reads the replay of a finished run in short pages, and expects its end to be the run as it is, field by field. */
export async function expectReplayOf(api: ApiUnderTest, id: string): Promise<void> {
  const path = `/test-runs/${id}/replay`;
  const frames: ReplayFrame[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.call<ReplayPage>>> = await api.call<ReplayPage>(
      'GET',
      `${path}?limit=4${after === null ? '' : `&after=${after}`}`,
    );
    expect(page.headers['cache-control']).toContain(page.body.next === null ? 'no-cache' : 'immutable');
    frames.push(...page.body.frames);
    after = page.body.next;
  } while (after !== null);

  const whole = await api.call<ReplayPage>('GET', path);
  expect(whole.body.frames).toEqual(frames);
  const etag = String(whole.headers.etag);
  expect((await api.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);

  const run: Record<string, unknown> = {};
  const tests: Record<string, ReplayedTest> = {};
  const runners: Record<string, object> = {};
  for (const { set, add = {}, listed = [], tests: changed = {}, runners: ofRunners = {} } of frames) {
    Object.assign(run, set);
    for (const [field, by] of Object.entries(add)) run[field] = Number(run[field]) + by;
    for (const key of listed) tests[key] = unstartedTest;
    for (const [key, change] of Object.entries(changed)) tests[key] = { ...(tests[key] ?? unstartedTest), ...change };
    for (const [key, change] of Object.entries(ofRunners)) runners[key] = { ...runners[key], ...change };
  }
  const { body: view } = await api.call<TestRunDetailView>('GET', `/test-runs/${id}`);
  expect({ ...view, ...run }).toEqual(view);
  expect(Object.values(runners)).toEqual(view.testRunners);
  const { body: results } = await api.call<TestResultsPage>('GET', `/test-runs/${id}/results`);
  const rows = results.tests.map((row) => [testKeyOf(row.testId, row.copy), row] as const);
  expect(Object.keys(tests).sort()).toEqual(rows.map(([key]) => key).sort());
  for (const [key, row] of rows) expect({ ...row, ...tests[key] }).toEqual(row);
}
