import type { TestRunId, TestRunView } from '@assay/contract';
import type { RunOfMail } from './mails/mails.ts';

/** @returns what mails about a run have in common, and those about what came of it: alerts as well as notices */
export function mailThreadOf(testRunId: TestRunId): string {
  return `testRun/${testRunId}`;
}

/** @returns what mails call a run */
export function runOfMail({
  project,
  number,
  branch,
  environmentName,
}: Pick<TestRunView, 'project' | 'number' | 'branch' | 'environmentName'>): RunOfMail {
  return { run: `${project.name} #${number}`, branch, environment: environmentName };
}
