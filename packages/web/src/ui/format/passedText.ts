import * as counts from '@assay/contract';
import { formatCount } from './formatNumbers.ts';

type Passed = Parameters<typeof counts.passedParts>[0];

export const { flakyPassed } = counts;

/** @returns `1,015 passed` and, where some of these were flaky, `1 of them flaky`. */
export function passedParts(run: Passed): ReturnType<typeof counts.passedParts> {
  return counts.passedParts(run, formatCount);
}

/** @returns how many tests passed, wherever a run's counts are shown: `1,015 passed, 1 of them flaky`. */
export function passedText(run: Passed): string {
  return counts.passedText(run, formatCount);
}
