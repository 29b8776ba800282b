import { isFinished, type TestRunStatus, type TestStatus } from '@assay/contract';

/** Statuses of tests that have not ended. */
export const unrun: readonly TestStatus[] = ['PENDING', 'RUNNING'];

export function isOpen(status: TestStatus): boolean {
  return unrun.includes(status);
}

/** Tests that an ended run did not finish are shown as not run. */
export function statusOf(status: TestStatus, run: TestRunStatus): TestStatus {
  return isFinished(run) && isOpen(status) ? 'NOT_RUN' : status;
}
