import { countOf, type ResultCounts } from '@assay/contract';
import type { RunFacts } from './runFacts.ts';

/** @returns what came of the tests of the runs that have a verdict */
export function countResults(runs: readonly RunFacts[]): ResultCounts {
  const counts: ResultCounts = {
    results: 0,
    passed: 0,
    failed: 0,
    ignored: 0,
    notRun: 0,
    quarantined: 0,
    flaky: 0,
    retries: 0,
    retryMs: 0,
    testMs: 0,
  };
  for (const { status, totals, testCount, retries, retryMs } of runs) {
    if (status !== 'PASS' && status !== 'FAIL') continue;
    // What was not reached has no result.
    const unreached = Math.max(0, testCount - countOf(totals));
    counts.passed += totals.passed;
    counts.failed += totals.failed;
    counts.ignored += totals.ignored;
    counts.notRun += totals.notRun + unreached;
    counts.quarantined += totals.quarantinedPassed + totals.quarantinedFailed + totals.quarantinedOther;
    counts.flaky += totals.flaky;
    counts.retries += retries;
    counts.retryMs += retryMs;
    counts.testMs += totals.durationMs + totals.quarantinedDurationMs;
  }
  counts.results = counts.passed + counts.failed + counts.ignored + counts.notRun;
  return counts;
}
