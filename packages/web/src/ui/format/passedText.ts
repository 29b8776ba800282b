import { formatCount } from './formatNumbers.ts';

type Counts = { passCount: number; flakyCount: number };

/** @returns how many of the passed tests were flaky: quarantined tests may be flaky too, but are not among the passed. */
export function flakyPassed({ passCount, flakyCount }: Counts): number {
  return Math.min(flakyCount, passCount);
}

/** @returns `15 passed` and, where some of these were flaky, `1 of them flaky`: flaky tests have passed. */
export function passedParts(counts: Counts): { passed: string; flaky: string | null } {
  const flaky = flakyPassed(counts);
  const passed = `${formatCount(counts.passCount)} passed`;
  if (flaky === 0) return { passed, flaky: null };
  if (flaky < counts.passCount) return { passed, flaky: `${formatCount(flaky)} of them flaky` };
  return { passed, flaky: flaky === 1 ? 'flaky' : 'all flaky' };
}

/** @returns how many tests passed, wherever a run's counts are shown: `15 passed, 1 of them flaky`. */
export function passedText(counts: Counts): string {
  const { passed, flaky } = passedParts(counts);
  return flaky === null ? passed : `${passed}, ${flaky}`;
}
