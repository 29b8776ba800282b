import { countOf, isFinished } from '@assay/contract';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

type Counted = Pick<
  TestRunSummaryDocument,
  'status' | 'totals' | 'totalCount' | 'quarantineTotalCount' | 'runningCount'
>;

/** What decides whether a test of a run could pass. */
export type CountedTests = Pick<TestRunSummaryDocument, 'status' | 'totalCount' | 'quarantineTotalCount'> & {
  totals: Pick<TestRunSummaryDocument['totals'], 'ignored'>;
};

/** Whether a run with PASS is inconclusive: all of its tests were skipped or are quarantined. */
export function nothingCouldPass({ status, totalCount, quarantineTotalCount, totals }: CountedTests): boolean {
  return status === 'PASS' && totalCount > 0 && totals.ignored === totalCount - quarantineTotalCount;
}

/** Counts of tests by their results; quarantined tests are left out unless the run ignores quarantine. */
export function countsOf(run: Counted) {
  const { totals, totalCount, quarantineTotalCount, runningCount } = run;
  const inProgress = !isFinished(run.status);
  const quarantinedDone = totals.quarantinedPassed + totals.quarantinedFailed + totals.quarantinedOther;
  const remaining = Math.max(0, totalCount - countOf(totals));
  const testCount = totalCount - quarantineTotalCount;
  return {
    nothingCouldPass: nothingCouldPass(run),
    totalCount,
    testCount,
    passCount: totals.passed,
    failCount: totals.failed,
    ignoredCount: totals.ignored,
    // Tests that an ended run did not reach count as not run, if they count at all.
    notRunCount: totals.notRun + (inProgress ? 0 : Math.max(0, remaining - (quarantineTotalCount - quarantinedDone))),
    // Runs of older versions counted flaky quarantined tests as well.
    flakyCount: Math.min(totals.flaky, totals.passed),
    runningCount,
    remainingTests: inProgress ? remaining : 0,
    quarantineTotalCount,
    quarantineFailCount: totals.quarantinedFailed,
    quarantineTotalTestingTime: totals.quarantinedDurationMs,
    totalTestingTime: totals.durationMs + totals.quarantinedDurationMs,
  };
}
