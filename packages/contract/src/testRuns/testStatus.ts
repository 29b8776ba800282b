import { Type } from 'typebox';

/** A test's status in a run. `FLAKY` is not a status but a filter on the flaky mark. */
export const testStatuses = ['PASS', 'FAIL', 'PENDING', 'IGNORED', 'RUNNING', 'NOT_RUN'] as const;
export type TestStatus = (typeof testStatuses)[number];
export const TestStatus = Type.Enum(testStatuses);

/** The statuses of a finished test. */
export const resultStatuses = ['PASS', 'FAIL', 'IGNORED', 'NOT_RUN'] as const;
export type ResultStatus = (typeof resultStatuses)[number];
export const ResultStatus = Type.Enum(resultStatuses);

export type StatusOfTest = { status: TestStatus; quarantined: boolean };

/**
 * A file's status from its tests', by the first rule that fits: running, pending, all ignored, all others passed, none
 * run, else failed. Quarantined tests count only if the run ignores quarantine: a file without others is ignored.
 */
export function statusOfFile(tests: readonly StatusOfTest[], ignoreQuarantine: boolean): TestStatus {
  const counted = ignoreQuarantine ? tests : tests.filter((test) => !test.quarantined);
  if (counted.some((test) => test.status === 'RUNNING')) return 'RUNNING';
  if (counted.some((test) => test.status === 'PENDING')) return 'PENDING';
  if (counted.every((test) => test.status === 'IGNORED')) return 'IGNORED';
  if (counted.every((test) => test.status === 'IGNORED' || test.status === 'PASS')) return 'PASS';
  if (counted.every((test) => test.status === 'NOT_RUN')) return 'NOT_RUN';
  return 'FAIL';
}

/** A test or file shows 'Timeout' when its duration reaches the timeout per test. */
export function isTimeout(durationMs: number | null, testTimeoutSeconds: number): boolean {
  return durationMs !== null && durationMs >= testTimeoutSeconds * 1000;
}
