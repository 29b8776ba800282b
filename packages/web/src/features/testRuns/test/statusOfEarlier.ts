import { type TestStatus, testStatuses } from '@assay/contract';

/** @returns the status of a result of an earlier run; one of a later version of the service counts as not run */
export function statusOfEarlier(status: string): TestStatus {
  return testStatuses.find((known) => known === status) ?? 'NOT_RUN';
}
