import { displayOfStatus, type TestRunView } from '@assay/contract';
import type { CommitStatus } from '@assay/integrations';

function tests(count: number): string {
  return `${count} test${count === 1 ? '' : 's'}`;
}

function descriptionOf({
  status,
  statusInfo,
  testCount,
  passCount,
  failCount,
  flakyCount,
}: Pick<TestRunView, 'status' | 'statusInfo' | 'testCount' | 'passCount' | 'failCount' | 'flakyCount'>): string {
  if (status === 'CANCELED') return 'Canceled';
  if (status === 'FAIL' && failCount === 0) return statusInfo?.replace(/\s+/g, ' ') ?? 'Failed';
  if (status === 'FAIL') return `${failCount} of ${tests(testCount)} failed`;
  if (status === 'PASS') return `${tests(passCount)} passed${flakyCount > 0 ? `, ${flakyCount} flaky` : ''}`;
  return displayOfStatus(status);
}

/** Runs of one commit are told apart by what they are of; a rerun takes the place of the run before. */
function nameOf({ project, testSuiteName, environmentName }: TestRunView): string {
  const of = testSuiteName === null ? project.name : `${project.name}, ${testSuiteName}`;
  return `Assay / ${of} on ${environmentName}`;
}

/** @returns how a run stands, as it is shown beside its commit */
export function commitStatusOf(run: TestRunView, url: string): CommitStatus {
  const states = { PASS: 'passed', FAIL: 'failed', CANCELED: 'stopped' } as const;
  const state = run.status in states ? states[run.status as keyof typeof states] : 'pending';
  return { state, name: nameOf(run), description: descriptionOf(run), url };
}
