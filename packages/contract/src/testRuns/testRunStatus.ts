import { Type } from 'typebox';

/** A run's status. A person may set the last three; the service goes through the others in this order. */
export const testRunStatuses = [
  'QUEUED',
  'SUBMITTED',
  'SETUP',
  'RUNNING',
  'TEAR_DOWN',
  'PASS',
  'FAIL',
  'CANCELED',
] as const;
export type TestRunStatus = (typeof testRunStatuses)[number];
export const TestRunStatus = Type.Enum(testRunStatuses);

export const inProgressStatuses = ['QUEUED', 'SUBMITTED', 'SETUP', 'RUNNING', 'TEAR_DOWN'] as const;
export type InProgressStatus = (typeof inProgressStatuses)[number];
export const finishedStatuses = ['PASS', 'FAIL', 'CANCELED'] as const;
export type FinishedStatus = (typeof finishedStatuses)[number];

export function isFinished(status: TestRunStatus): status is FinishedStatus {
  return status === 'PASS' || status === 'FAIL' || status === 'CANCELED';
}

const displays: Record<TestRunStatus, string> = {
  QUEUED: 'Queued',
  SUBMITTED: 'Submitted',
  SETUP: 'Setting up',
  RUNNING: 'Running',
  TEAR_DOWN: 'Tearing down',
  PASS: 'Passed',
  FAIL: 'Failed',
  CANCELED: 'Canceled',
};

/** Said beside PASS when `nothingCouldPass`. */
export const nothingCouldPassText = 'Nothing could pass: every test was skipped or is quarantined';

/** The status in words, as lists and pages show it. */
export function displayOfStatus(status: TestRunStatus): string {
  return displays[status];
}
