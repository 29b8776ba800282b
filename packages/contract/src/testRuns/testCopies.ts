import type { TestId, TestRunId } from '../ids.ts';

/**
 * A test within its run: its id, and of its second copy on `<testId>.<copy>`. The first copy goes by the test's id alone,
 * so that a link to the test finds something in every run.
 * @param copy null: the run has one of each test
 */
export function testKeyOf(testId: TestId, copy?: number | null): string {
  return copy && copy > 1 ? `${testId}.${copy}` : testId;
}

/** @returns which test the key speaks of, and which of its copies: 1 where the run has one only. */
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

/** How a test's copies are numbered: not at all (null) where the run has one of each. */
export function copiesOf(copies: number): (number | null)[] {
  return copies === 1 ? [null] : Array.from({ length: copies }, (_, index) => index + 1);
}
