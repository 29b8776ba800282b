import { isFinished, type Span, type TestRunCounts } from '@assay/contract';
import type { RunFacts } from './runFacts.ts';

/** @returns the least of the sorted numbers that `share` of all are not above; null without numbers */
export function quantileOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** What came of the runs. Durations are those of the runs themselves: medians of several periods cannot be averaged. */
export function countRuns(runs: readonly RunFacts[]): TestRunCounts {
  const finished = runs.filter(({ status }) => isFinished(status));
  const ofStatus = (wanted: RunFacts['status']) => finished.filter(({ status }) => status === wanted);
  const [passed, failed, canceled] = [ofStatus('PASS'), ofStatus('FAIL'), ofStatus('CANCELED')];
  const withTests = failed.filter(({ testsKnown }) => testsKnown);
  const durations = [...passed, ...withTests].flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  return {
    runs: finished.length,
    passed: passed.length,
    failed: withTests.length,
    setupFailed: failed.length - withTests.length,
    canceled: canceled.length,
    unfinished: runs.length - finished.length,
    p50Ms: quantileOf(durations, 0.5),
    p95Ms: quantileOf(durations, 0.95),
  };
}

/**
 * @param runs in the order in which they were created
 * @param periods oldest first, without gaps
 * @returns of each period what is counted of its runs, with its times in ISO 8601
 */
export function byPeriod<Counts>(
  runs: readonly RunFacts[],
  periods: readonly Span[],
  countOf: (runs: readonly RunFacts[]) => Counts,
): ({ start: string; end: string } & Counts)[] {
  let next = 0;
  return periods.map((period) => {
    const [start, end] = [new Date(period.start).toISOString(), new Date(period.end).toISOString()];
    const first = next;
    while ((runs[next]?.createdAt ?? end) < end) next += 1;
    return { start, end, ...countOf(runs.slice(first, next)) };
  });
}
