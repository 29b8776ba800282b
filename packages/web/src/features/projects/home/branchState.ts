import { type TestRunView, verdictOfRun } from '@assay/contract';
import { formatShare } from '../../../ui/format/formatNumbers.ts';
import { timeOf } from '../../../ui/format/formatTime.ts';

type Finished = Pick<
  TestRunView,
  'id' | 'number' | 'status' | 'nothingCouldPass' | 'testSuiteId' | 'passCount' | 'failCount' | 'createdAt'
>;

export type FailingBranch<Run> = {
  /** Since when it fails without a pass between. */
  first: Run;
  /** The newest failed run. */
  newest: Run;
};

/**
 * Suites are judged each by itself: a suite that passes says nothing about another. Inconclusive runs do not count.
 * @param runs finished runs of a branch, newest first
 * @returns what fails on the branch; null while the newest run of each suite passed.
 */
export function failingBranch<Run extends Finished>(runs: readonly Run[]): FailingBranch<Run> | null {
  const suites = new Set(runs.map(({ testSuiteId }) => testSuiteId));
  const streaks = [...suites]
    .map((suite) => {
      const ofSuite = runs.filter((run) => run.testSuiteId === suite && verdictOfRun(run) !== 'inconclusive');
      const passed = ofSuite.findIndex(({ status }) => status === 'PASS');
      return passed === -1 ? ofSuite : ofSuite.slice(0, passed);
    })
    .filter((streak) => streak.length > 0);
  const first = streaks.map((streak) => streak.at(-1)).reduce(older, undefined);
  const newest = streaks.map(([run]) => run).reduce(newer, undefined);
  return first && newest ? { first, newest } : null;
}

function older<Run extends Finished>(one: Run | undefined, other: Run | undefined): Run | undefined {
  if (!one || !other) return one ?? other;
  return timeOf(other.createdAt) < timeOf(one.createdAt) ? other : one;
}

function newer<Run extends Finished>(one: Run | undefined, other: Run | undefined): Run | undefined {
  if (!one || !other) return one ?? other;
  return timeOf(other.createdAt) > timeOf(one.createdAt) ? other : one;
}

export type TrendPoint = { id: string; number: number; share: number; said: string; isFailed: boolean };

/**
 * @param runs finished runs, newest first
 * @returns the share of tests that passed in each, oldest first, without runs in which none ran.
 */
export function passTrend(runs: readonly Finished[]): TrendPoint[] {
  return runs
    .filter(({ passCount, failCount }) => passCount + failCount > 0)
    .map(({ id, number, status, passCount, failCount }) => ({
      id,
      number,
      share: passCount / (passCount + failCount),
      said: formatShare(passCount, passCount + failCount),
      isFailed: status === 'FAIL',
    }))
    .reverse();
}
