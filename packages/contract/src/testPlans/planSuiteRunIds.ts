import type { TestRunId } from '../ids.ts';

/**
 * @param startId a new id, made when the suite's turn came: runs are listed by their ids, newest first
 * @param suite place of the suite in what the plan run recorded when it started, from 0
 * @returns the id of the suite's test run; other ids have no 's' in them
 */
export function planSuiteRunIdOf(startId: string, suite: number): TestRunId {
  return `${startId}-s${suite}` as TestRunId;
}

/** @returns whether a test run may belong to a plan run, without looking it up */
export function mayBePlanSuiteRun(testRunId: TestRunId): boolean {
  return /-s\d+$/.test(testRunId);
}
