import type { TestRunId, TestRunView } from '@assay/contract';
import type { RunOfMail } from './mails/mails.ts';

/** @returns the thread of mails about a run and its consequences: alerts and notifications */
export function mailThreadOf(testRunId: TestRunId): string {
  return `testRun/${testRunId}`;
}

/** @returns the name of a run in mails */
export function runOfMail({
  project,
  number,
  branch,
  environmentName,
}: Pick<TestRunView, 'project' | 'number' | 'branch' | 'environmentName'>): RunOfMail {
  return { run: `${project.name} #${number}`, branch, environment: environmentName };
}
