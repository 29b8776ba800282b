import { counted, formatCount, formatShare } from '../formatNumbers.ts';
import type { TestRunView } from './testRunViews.ts';

type Passed = Pick<TestRunView, 'passCount' | 'flakyCount'>;
type Scored = Pick<TestRunView, 'passCount' | 'failCount'>;
type Counts = Passed &
  Scored &
  Pick<TestRunView, 'testCount' | 'ignoredCount' | 'notRunCount' | 'quarantineTotalCount'>;

/** @returns how many of the passed tests were flaky. Runs of older versions count flaky quarantined tests as well. */
export function flakyPassed({ passCount, flakyCount }: Passed): number {
  return Math.min(flakyCount, passCount);
}

/** @returns `15 passed` and, where some of these were flaky, `1 of them flaky`: flaky tests have passed. */
export function passedParts(counts: Passed): { passed: string; flaky: string | null } {
  const flaky = flakyPassed(counts);
  const passed = `${formatCount(counts.passCount)} passed`;
  if (flaky === 0) return { passed, flaky: null };
  if (flaky < counts.passCount) return { passed, flaky: `${formatCount(flaky)} of them flaky` };
  return { passed, flaky: flaky === 1 ? 'flaky' : 'all flaky' };
}

/** @returns how many tests passed, wherever a run's counts are shown: `15 passed, 1 of them flaky`. */
export function passedText(counts: Passed): string {
  const { passed, flaky } = passedParts(counts);
  return flaky === null ? passed : `${passed}, ${flaky}`;
}

/** @returns the tests that a pass percentage is based on: those that ran, without quarantined ones. */
export function scoredCount({ passCount, failCount }: Scored): number {
  return passCount + failCount;
}

/**
 * @returns the share of passed tests and what it is of: `93.8%`, `of 16 tests that ran`; null when no test ran that
 * counts.
 */
export function passShare(run: Scored): { percent: string; of: string } | null {
  const scored = scoredCount(run);
  if (scored === 0) return null;
  return { percent: formatShare(run.passCount, scored), of: `of ${counted(scored, 'test')} that ran` };
}

/** @returns what an inconclusive run had: `3 ignored, 1 quarantined`. */
export function outsideOfPassing({
  ignoredCount,
  quarantineTotalCount: quarantined,
}: Pick<TestRunView, 'ignoredCount' | 'quarantineTotalCount'>): string {
  return [
    ...(ignoredCount > 0 ? [`${formatCount(ignoredCount)} ignored`] : []),
    ...(quarantined > 0 ? [`${formatCount(quarantined)} quarantined`] : []),
  ].join(', ');
}

/**
 * @returns the counts of a run in a sentence, without those that are 0: `12 tests: 10 passed, 1 of them flaky, 2 failed`.
 * Quarantined tests come on top, as in the web client.
 */
export function countsText(run: Counts): string {
  const { testCount, failCount, ignoredCount, notRunCount, quarantineTotalCount: quarantined } = run;
  if (testCount === 0 && quarantined > 0) return counted(quarantined, 'quarantined test');
  const more: [number, string][] = [
    [failCount, 'failed'],
    [ignoredCount, 'ignored'],
    [notRunCount, 'not run'],
  ];
  const parts = [
    ...(run.passCount > 0 ? [passedText(run)] : []),
    ...more.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}`] : [])),
  ];
  const tests = counted(testCount, 'test');
  const all = parts.length > 0 ? `${tests}: ${parts.join(', ')}` : tests;
  return quarantined > 0 ? `${all}, and ${formatCount(quarantined)} quarantined` : all;
}
