import type { TestResultRow, TestRunStatus, TestStatus } from '@assay/contract';
import type { Shape } from '../../../ui/StatusShape.tsx';

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

const testShapes: Record<TestStatus, Shape> = {
  PASS: 'pass',
  FAIL: 'fail',
  PENDING: 'pending',
  IGNORED: 'ignored',
  RUNNING: 'running',
  NOT_RUN: 'notRun',
};

const testWords: Record<TestStatus, string> = {
  PASS: 'Passed',
  FAIL: 'Failed',
  PENDING: 'Pending',
  IGNORED: 'Ignored',
  RUNNING: 'Running',
  NOT_RUN: 'Not run',
};

export function shapeOfStatus(status: TestStatus): Shape {
  return testShapes[status];
}

export function wordOfStatus(status: TestStatus): string {
  return testWords[status];
}

/** A test that passed after failing shows the wave, not the tick: its result is not reliable. */
export function shapeOfTest(test: Pick<TestResultRow, 'status' | 'flaky'>): Shape {
  return test.flaky && test.status === 'PASS' ? 'flaky' : testShapes[test.status];
}

export function wordOfTest(test: Pick<TestResultRow, 'status' | 'flaky'>): string {
  return test.flaky && test.status === 'PASS' ? 'Flaky' : testWords[test.status];
}
