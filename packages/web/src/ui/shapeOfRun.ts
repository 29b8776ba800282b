import { displayOfPlanRun, type PlanRunStatus, type TestRunStatus, verdictOfRun } from '@assay/contract';
import type { Shape } from './StatusShape.tsx';

const runShapes: Record<TestRunStatus, Shape> = {
  QUEUED: 'pending',
  SUBMITTED: 'pending',
  SETUP: 'running',
  RUNNING: 'running',
  TEAR_DOWN: 'running',
  PASS: 'pass',
  FAIL: 'fail',
  CANCELED: 'canceled',
};

export function shapeOfStatus(status: TestRunStatus): Shape {
  return runShapes[status];
}

/** @returns a run's shape: one that shows nothing has neither a tick nor a cross. */
export function shapeOfRun(run: { status: TestRunStatus; nothingCouldPass: boolean }): Shape {
  return verdictOfRun(run) === 'inconclusive' ? 'ignored' : shapeOfStatus(run.status);
}

/** `passed`: whether all stages passed, once it is completed. */
type EndOfPlanRun = { status: PlanRunStatus; passed: boolean | null };

export function shapeOfPlanRun({ status, passed }: EndOfPlanRun): Shape {
  if (status === 'Running') return 'running';
  if (status === 'Canceled') return 'canceled';
  return passed ? 'pass' : 'fail';
}

/** @returns the verdict of a plan run in words: a completed one has passed or failed. */
export function verdictOfPlanRun({ status, passed }: EndOfPlanRun): string {
  if (status !== 'completed') return displayOfPlanRun(status);
  return passed ? 'Passed' : 'Failed';
}
