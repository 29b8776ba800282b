import type { TestId, TestRunId } from '../ids.ts';

/**
 * The key of a test within its run: its id, and from its second copy on `<testId>.<copy>`. The first copy uses the
 * test's id alone, so that a link to the test works in every run.
 * @param copy null: the run has a single copy
 */
export function testKeyOf(testId: TestId, copy?: number | null): string {
  return copy && copy > 1 ? `${testId}.${copy}` : testId;
}

/** @returns the test and copy of the key; copy 1 if the run has a single one. */
export function parseTestKey(key: string): { testId: TestId; copy: number } {
  const dot = key.indexOf('.');
  if (dot === -1) return { testId: key as TestId, copy: 1 };
  return { testId: key.slice(0, dot) as TestId, copy: Number(key.slice(dot + 1)) };
}

/** @returns the id of one test in one run, as `/test-run-test/{id}` takes it. None of the parts contains a colon or dot. */
export function testRunTestIdOf(testRunId: TestRunId, testId: TestId, copy?: number | null): string {
  return `${testRunId}.${testKeyOf(testId, copy)}`;
}

/** @returns the key of a test by its id in a run: what follows the run's own id. */
export function testKeyIn(testRunId: TestRunId, testRunTestId: string): string {
  return testRunTestId.slice(testRunId.length + 1);
}

/** The numbers of a test's copies: just null if the run has a single one. */
export function copiesOf(copies: number): (number | null)[] {
  return copies === 1 ? [null] : Array.from({ length: copies }, (_, index) => index + 1);
}
