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

/** Why a run with `nothingCouldPass` is inconclusive. */
export const nothingCouldPassText = 'Only skipped or quarantined tests ran';
const inconclusive = 'Inconclusive';

/** What a run shows about what it tested. `inconclusive`: it has PASS, but no test that counts could pass. */
export const runVerdicts = ['passed', 'failed', 'inconclusive', 'canceled', 'pending'] as const;
export type RunVerdict = (typeof runVerdicts)[number];
type Judged = { status: TestRunStatus; nothingCouldPass: boolean };

/** The one rule by which lists, messages, commit statuses, exit codes and gates judge a run. */
export function verdictOfRun({ status, nothingCouldPass }: Judged): RunVerdict {
  if (status === 'PASS') return nothingCouldPass ? 'inconclusive' : 'passed';
  if (status === 'FAIL') return 'failed';
  return status === 'CANCELED' ? 'canceled' : 'pending';
}

/** @returns a run's status in words; of one that shows nothing, `Inconclusive`. */
export function displayOfRun(run: Judged): string {
  return verdictOfRun(run) === 'inconclusive' ? inconclusive : displayOfStatus(run.status);
}

/** The status in words, as choices of a status show it. */
export function displayOfStatus(status: TestRunStatus): string {
  return displays[status];
}
