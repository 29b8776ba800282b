import type { TestPlanRunId, TestRunId } from '../ids.ts';

/** Which test run of which plan run: `suite` is its place in what the plan run recorded when it started, from 0. */
export type PlanSuiteRun = { testPlanRunId: TestPlanRunId; suite: number; attempt: number };

/**
 * @returns the test run of a suite in a plan run: the same for whoever asks, so it is started once; and from it the plan
 * run is known without a look-up.
 */
export function planSuiteRunIdOf({ testPlanRunId, suite, attempt }: PlanSuiteRun): TestRunId {
  return `${testPlanRunId}-s${suite}-${attempt}` as TestRunId;
}

/** @returns the plan run that a test run belongs to; null: to none. Other ids have no 's' in them. */
export function parsePlanSuiteRunId(testRunId: TestRunId): PlanSuiteRun | null {
  const [, testPlanRunId, suite, attempt] = /^(.+)-s(\d+)-(\d+)$/.exec(testRunId) ?? [];
  if (!testPlanRunId || !suite || !attempt) return null;
  return { testPlanRunId: testPlanRunId as TestPlanRunId, suite: Number(suite), attempt: Number(attempt) };
}
