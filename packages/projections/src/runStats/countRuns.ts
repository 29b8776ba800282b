import type { TestRunCounts } from '@assay/contract';
import type { Tally } from './foldRuns.ts';
import { outcome } from './runColumns.ts';

/** @returns the least of the sorted numbers that `share` of all are not above; null without numbers */
export function quantileOf(sorted: ArrayLike<number>, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** What came of the runs. Durations are those of the runs themselves: medians of several periods cannot be averaged. */
export function countRuns(): Tally<TestRunCounts> {
  const numbers = Object.values(outcome).map(() => 0);
  const durations: number[] = [];
  return {
    add: ({ outcome: outcomes, durationMs }, run) => {
      const one = outcomes[run] ?? outcome.unfinished;
      numbers[one] = (numbers[one] ?? 0) + 1;
      if (one !== outcome.passed && one !== outcome.failed) return;
      const ms = durationMs[run] ?? Number.NaN;
      if (!Number.isNaN(ms)) durations.push(ms);
    },
    counts: () => {
      const [unfinished = 0, passed = 0, failed = 0, setupFailed = 0, canceled = 0, inconclusive = 0] = numbers;
      const sorted = Float64Array.from(durations).sort();
      return {
        runs: passed + failed + setupFailed + inconclusive + canceled,
        passed,
        failed,
        setupFailed,
        inconclusive,
        canceled,
        unfinished,
        p50Ms: quantileOf(sorted, 0.5),
        p95Ms: quantileOf(sorted, 0.95),
      };
    },
  };
}
