import type { TestId } from '@assay/contract';
import { entriesOf, type TestStates } from './testStates.ts';

/** How many attempts of a test have a result, and whether one of these is a failure. */
export type Tries = { results: number; failed: boolean };

/** What leases that were lost have to show of their unit's tests; a test that was never tried is not in it. */
export type EarlierTries = ReadonlyMap<TestId, Tries>;

export const noEarlierTries: EarlierTries = new Map();

const never: Tries = { results: 0, failed: false };

export function triesBefore(earlier: EarlierTries, testId: TestId): Tries {
  return earlier.get(testId) ?? never;
}

/**
 * Adds what one lease has to show to what those before it had. Tests that reached their final result are in it too:
 * where tests only show themselves while they run, the next lease runs them all again.
 * @param tests of a lease that is over: to those of another more may be added
 */
export function withTriesOf(earlier: EarlierTries, tests: TestStates): EarlierTries {
  const tries = new Map(earlier);
  for (const [testId, { results, failedBefore }] of entriesOf(tests)) {
    if (results === 0) continue;
    const before = triesBefore(earlier, testId);
    tries.set(testId, { results: before.results + results, failed: before.failed || failedBefore });
  }
  return tries;
}
