import type { ResultCounts } from '@assay/contract';
import type { Tally } from './foldRuns.ts';
import { outcome, type RunColumns } from './runColumns.ts';

/** @returns whether the run ended with PASS or FAIL; the tests of the others are not counted */
export function hasVerdict({ outcome: outcomes }: RunColumns, run: number): boolean {
  const one = outcomes[run];
  return one !== outcome.unfinished && one !== outcome.canceled;
}

/** What came of the tests of the runs that have a verdict. */
export function countResults(): Tally<ResultCounts> {
  const counts: Omit<ResultCounts, 'results'> = {
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
  return {
    add: (columns, run) => {
      if (!hasVerdict(columns, run)) return;
      counts.passed += columns.passed[run] ?? 0;
      counts.failed += columns.failed[run] ?? 0;
      counts.ignored += columns.ignored[run] ?? 0;
      counts.notRun += columns.notRun[run] ?? 0;
      counts.quarantined += columns.quarantined[run] ?? 0;
      counts.flaky += columns.flaky[run] ?? 0;
      counts.retries += columns.retries[run] ?? 0;
      counts.retryMs += columns.retryMs[run] ?? 0;
      counts.testMs += columns.testMs[run] ?? 0;
    },
    counts: () => ({ results: counts.passed + counts.failed + counts.ignored + counts.notRun, ...counts }),
  };
}
