import type { TestId } from '@assay/contract';
import { entriesOf, type TestStates } from './testStates.ts';

/** How many attempts of a test have a result, and whether one of them failed. */
export type Tries = { results: number; failed: boolean };

/** What lost leases recorded about their unit's tests; tests never tried are not in it. */
export type EarlierTries = ReadonlyMap<TestId, Tries>;

export const noEarlierTries: EarlierTries = new Map();

const never: Tries = { results: 0, failed: false };

export function triesBefore(earlier: EarlierTries, testId: TestId): Tries {
  return earlier.get(testId) ?? never;
}

/**
 * Adds what one lease recorded to what earlier ones did. Includes tests with a final result: when tests are only
 * discovered while running, the next lease runs them all again.
 * @param tests of a finished lease; those of a running one may still grow
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
