import type { PlanStageStatus, PlanSuiteStatus } from '@assay/contract';
import type { Shape } from '../../../ui/StatusShape.tsx';

const suiteShapes: Record<PlanSuiteStatus, Shape> = {
  pending: 'pending',
  running: 'running',
  pass: 'pass',
  fail: 'fail',
  canceled: 'canceled',
  error: 'fail',
  skipped: 'notRun',
};

const suiteWords: Record<PlanSuiteStatus, string> = {
  pending: 'Waiting',
  running: 'Running',
  pass: 'Passed',
  fail: 'Failed',
  canceled: 'Canceled',
  error: 'Error',
  skipped: 'Skipped',
};

export function shapeOfSuite(status: PlanSuiteStatus): Shape {
  return suiteShapes[status];
}

export function wordOfSuite(status: PlanSuiteStatus): string {
  return suiteWords[status];
}

export function shapeOfStage(status: PlanStageStatus): Shape {
  return suiteShapes[status];
}

export function wordOfStage(status: PlanStageStatus): string {
  return suiteWords[status];
}
