import type { TestResultRow, TestStatus } from '@assay/contract';
import type { Shape } from '../../../ui/StatusShape.tsx';

const testShapes: Record<TestStatus, Shape> = {
  PASS: 'pass',
  FAIL: 'fail',
  PENDING: 'pending',
  IGNORED: 'ignored',
  RUNNING: 'running',
  NOT_RUN: 'notRun',
};

const shapeWords: Record<Shape, string> = {
  pass: 'Passed',
  fail: 'Failed',
  flaky: 'Flaky',
  ignored: 'Ignored',
  pending: 'Pending',
  running: 'Running',
  canceled: 'Canceled',
  notRun: 'Not run',
};

export function wordOfShape(shape: Shape): string {
  return shapeWords[shape];
}

export function shapeOfStatus(status: TestStatus): Shape {
  return testShapes[status];
}

export function wordOfStatus(status: TestStatus): string {
  return shapeWords[testShapes[status]];
}

/** A test that passed after failing shows the wave, not the tick: its result is not reliable. */
export function shapeOfTest(test: Pick<TestResultRow, 'status' | 'flaky'>): Shape {
  return test.flaky && test.status === 'PASS' ? 'flaky' : testShapes[test.status];
}

export function wordOfTest(test: Pick<TestResultRow, 'status' | 'flaky'>): string {
  return shapeWords[shapeOfTest(test)];
}
