import type { TestStatus } from '@assay/contract';

/** @returns whether a test did not run, so that its duration, if it has one, says nothing. */
export function wasSkipped({ status }: { status: TestStatus }): boolean {
  return status === 'IGNORED' || status === 'NOT_RUN';
}
