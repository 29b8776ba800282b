import type { PlanRunStatus, TestRunStatus } from '@assay/contract';
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

export function shapeOfRun(status: TestRunStatus): Shape {
  return runShapes[status];
}

/** @param passed whether all stages passed, once it is completed */
export function shapeOfPlanRun({ status, passed }: { status: PlanRunStatus; passed: boolean | null }): Shape {
  if (status === 'Running') return 'running';
  if (status === 'Canceled') return 'canceled';
  return passed ? 'pass' : 'fail';
}
