import { legOf, type TestRunView, verdictOfRun } from '@assay/contract';

/** What a badge says. `failedTests` may be 0: a run can fail before its tests. */
export type BadgeStanding =
  | { verdict: 'passing' }
  | { verdict: 'noRuns' }
  | { verdict: 'failing'; failedTests: number };

type Judged = Pick<
  TestRunView,
  'environmentId' | 'testSuiteId' | 'attributes' | 'status' | 'nothingCouldPass' | 'failCount'
>;

/**
 * The newest run of each suite and leg in each environment counts; runs that show nothing are skipped.
 * @param runs finished runs, newest first
 */
export function badgeStanding(runs: readonly Judged[]): BadgeStanding {
  const newest = new Map<string, Judged>();
  for (const run of runs) {
    const verdict = verdictOfRun(run);
    const of = `${run.environmentId} ${run.testSuiteId} ${legOf(run.attributes)}`;
    if ((verdict === 'passed' || verdict === 'failed') && !newest.has(of)) newest.set(of, run);
  }
  if (newest.size === 0) return { verdict: 'noRuns' };
  const failed = [...newest.values()].filter((run) => verdictOfRun(run) === 'failed');
  if (failed.length === 0) return { verdict: 'passing' };
  return { verdict: 'failing', failedTests: failed.reduce((sum, { failCount }) => sum + failCount, 0) };
}
