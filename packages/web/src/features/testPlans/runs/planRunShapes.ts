import { displayOfPlanRun, type PlanStageStatus, type PlanSuiteStatus, type TestPlanRunView } from '@assay/contract';
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

/** @returns the verdict of a plan run in words: a completed one has passed or failed. */
export function verdictOf({ status, passed }: Pick<TestPlanRunView, 'status' | 'passed'>): string {
  if (status !== 'completed') return displayOfPlanRun(status);
  return passed ? 'Passed' : 'Failed';
}
