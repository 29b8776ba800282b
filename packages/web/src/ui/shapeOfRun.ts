import type { TestRunStatus } from '@assay/contract';
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
