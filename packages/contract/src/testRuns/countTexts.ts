import type { TestRunView } from './testRunViews.ts';

type Passed = Pick<TestRunView, 'passCount' | 'flakyCount'>;
type Counts = Passed &
  Pick<TestRunView, 'testCount' | 'failCount' | 'ignoredCount' | 'notRunCount' | 'quarantineTotalCount'>;
type Format = (count: number) => string;

/** @returns how many of the passed tests were flaky. Runs of older versions count flaky quarantined tests as well. */
export function flakyPassed({ passCount, flakyCount }: Passed): number {
  return Math.min(flakyCount, passCount);
}

/** @returns `15 passed` and, where some of these were flaky, `1 of them flaky`: flaky tests have passed. */
export function passedParts(counts: Passed, format: Format = String): { passed: string; flaky: string | null } {
  const flaky = flakyPassed(counts);
  const passed = `${format(counts.passCount)} passed`;
  if (flaky === 0) return { passed, flaky: null };
  if (flaky < counts.passCount) return { passed, flaky: `${format(flaky)} of them flaky` };
  return { passed, flaky: flaky === 1 ? 'flaky' : 'all flaky' };
}

/** @returns how many tests passed, wherever a run's counts are shown: `15 passed, 1 of them flaky`. */
export function passedText(counts: Passed, format: Format = String): string {
  const { passed, flaky } = passedParts(counts, format);
  return flaky === null ? passed : `${passed}, ${flaky}`;
}

/**
 * @returns the counts of a run in a sentence, without those that are 0: `12 tests: 10 passed, 1 of them flaky, 2 failed`.
 * Quarantined tests come on top, as in the web client.
 */
export function countsText(run: Counts): string {
  const { failCount, ignoredCount, notRunCount, quarantineTotalCount: quarantined } = run;
  const more: [number, string][] = [
    [failCount, 'failed'],
    [ignoredCount, 'ignored'],
    [notRunCount, 'not run'],
  ];
  const parts = [
    ...(run.passCount > 0 ? [passedText(run)] : []),
    ...more.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
  ];
  const counted = `${run.testCount} ${run.testCount === 1 ? 'test' : 'tests'}`;
  const all = parts.length > 0 ? `${counted}: ${parts.join(', ')}` : counted;
  return quarantined > 0 ? `${all}, and ${quarantined} quarantined` : all;
}
