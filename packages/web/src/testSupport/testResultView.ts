import { nothingExpired, type ProjectView, type TestAttemptView, type TestResultView } from '@assay/contract';
import { resultRow } from './views.ts';

export const attemptView = (attempt: number, change: Partial<TestAttemptView> = {}): TestAttemptView => ({
  attempt,
  status: 'FAIL',
  testRunnerId: null,
  startTime: null,
  endTime: null,
  duration: 1000,
  timedOut: false,
  error: 'no such cup',
  stackTrace: null,
  output: null,
  processOutput: null,
  codeFrames: [],
  steps: [],
  screenShots: [],
  videos: [],
  files: [],
  ...change,
});

/** A failed test of run r1 with these attempts. */
export const testResultView = (...attemptsDetail: TestAttemptView[]): TestResultView => ({
  ...resultRow('adds', { status: 'FAIL' }),
  recent: [],
  projectId: 'p1' as ProjectView['id'],
  failingSince: null,
  attemptsDetail,
  expired: nothingExpired,
});
