import {
  displayOfRun,
  type FlakyTestInfo,
  type MonthlyUsage,
  type TestInfo,
  type TestRunInfo,
  type TestRunPage,
} from '@assay/contract';
import { type CountedRun, countedRuns } from '../../../test/support/countedRuns.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

/** Uploads without tests are refused. */
const runs = countedRuns.filter(({ counts }) => counts.totalCount > 0);
/** Commas part branches in a query. */
const branchOf = ({ name }: CountedRun) => name.replaceAll(/\W+/g, '-');
/** In quarantine. */
const [calm, shaky] = ['calm', 'shaky'];

const flaky = (name: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="0.5"><flakyFailure message="slow">at cart.js:7</flakyFailure></testcase>`;
const skipped = (name: string) => `<testcase classname="shop.Cart" name="${name}"><skipped/></testcase>`;

/** @returns a report whose results are those of the run */
function reportOf({ totals }: CountedRun) {
  const { flaky: flakyCount = 0, passed: passCount = 0 } = totals;
  const cases = (count: number | undefined, one: (name: string) => string, name: string) =>
    Array.from({ length: count ?? 0 }, (_, at) => one(`${name}${at}`));
  return xml(
    ...cases(flakyCount, flaky, 'flaky'),
    ...cases(passCount - flakyCount, passed, 'passed'),
    ...cases(totals.failed, failed, 'failed'),
    ...cases(totals.ignored, skipped, 'skipped'),
    ...(totals.quarantinedPassed ? [passed(calm)] : []),
    ...(totals.quarantinedFailed ? [failed(shaky)] : []),
  );
}

/** What statistics count of runs: the sum of what each run says of itself. */
function sumOf(counted: readonly CountedRun[]) {
  const sum = (count: (run: CountedRun) => number) => counted.reduce((all, run) => all + count(run), 0);
  return {
    runs: {
      runs: counted.length,
      passed: sum(({ counts, isNeutral }) => Number(counts.status === 'PASS' && !isNeutral)),
      failed: sum(({ counts }) => Number(counts.status === 'FAIL')),
      inconclusive: sum(({ isNeutral }) => Number(isNeutral)),
      setupFailed: 0,
      canceled: 0,
      unfinished: 0,
    },
    results: {
      results: sum(({ counts }) => counts.testCount),
      passed: sum(({ counts }) => counts.passCount),
      failed: sum(({ counts }) => counts.failCount),
      ignored: sum(({ counts }) => counts.ignoredCount),
      notRun: sum(({ counts }) => counts.notRunCount),
      flaky: sum(({ counts }) => counts.flakyCount),
      quarantined: sum(({ counts }) => counts.quarantineTotalCount),
    },
  };
}

describe('the counts of runs in analytics', () => {
  let uploads: UploadsUnderTest;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    uploads = await startUploads();
    const { api } = uploads;
    const first = await uploadForm(api, { ...uploads.ids, branch: 'before' }, [xml(passed(calm), failed(shaky))]);
    for (const { testId } of await uploads.tests(first.body.id)) {
      const path = `/projects/${uploads.ids.projectId}/tests/${testId}/quarantine`;
      await api.done('PUT', path, { body: { reason: 'unstable' } });
    }
    for (const run of runs) {
      const { status, body } = await uploadForm(api, { ...uploads.ids, branch: branchOf(run) }, [reportOf(run)]);
      expect(status).toBe(201);
      ids.set(run.name, body.id);
    }
  });
  afterAll(() => uploads.api.stop());

  const read = async <Body>(call: string, branches: readonly string[]) => {
    const day = 24 * 3_600_000;
    const [start, end] = [-day, day].map((ms) => new Date(Date.now() + ms).toISOString());
    const query = new URLSearchParams({ start: String(start), end: String(end), branch: branches.join(',') });
    return uploads.api.done<Body>('GET', `/test-runs/${call}?${query}`);
  };
  const statisticsOf = async (...branches: string[]) => ({
    runs: (await read<TestRunInfo>('test-run-info', branches)).all,
    results: (await read<TestInfo>('test-info', branches)).all,
    flaky: (await read<FlakyTestInfo>('flaky-test-info', branches)).flaky,
  });

  it.each(runs)('are those of the list and of the run itself ($name)', async (run) => {
    const id = ids.get(run.name) ?? '';
    const shown = { ...run.counts, statusDisplay: displayOfRun(run.counts) };
    expect(await uploads.view(id)).toMatchObject(shown);
    const page = await uploads.api.done<TestRunPage>('GET', `/test-runs?branch=${branchOf(run)}`);
    expect(page.testRuns).toEqual([expect.objectContaining({ id, ...shown })]);
    expect(await statisticsOf(branchOf(run))).toMatchObject({ ...sumOf([run]), flaky: run.counts.flakyCount });
  });

  it('add up over all runs', async () => {
    const flakyCount = runs.reduce((all, { counts }) => all + counts.flakyCount, 0);
    expect(await statisticsOf(...runs.map(branchOf))).toMatchObject({ ...sumOf(runs), flaky: flakyCount });
    const usage = await uploads.api.done<MonthlyUsage[]>('GET', '/account/execution');
    const before = { runs: 1, tests: 2 };
    expect(usage.at(-1)).toMatchObject({
      testRuns: before.runs + runs.length,
      totalTests: before.tests + runs.reduce((all, { counts }) => all + counts.totalCount - counts.notRunCount, 0),
    });
  });
});
