import {
  counted,
  displayOfStatus,
  formatCount,
  nothingCouldPassText,
  passedText,
  type TestRunView,
  titleWithLeg,
  verdictOfRun,
} from '@assay/contract';
import type { CommitStatus } from '@assay/integrations';

function descriptionOf(run: TestRunView): string {
  const { status, statusInfo, testCount, failCount } = run;
  if (verdictOfRun(run) === 'inconclusive') return nothingCouldPassText;
  if (status === 'CANCELED') return 'Canceled';
  if (status === 'FAIL' && failCount === 0) return statusInfo?.replace(/\s+/g, ' ') ?? 'Failed';
  if (status === 'FAIL') return `${formatCount(failCount)} of ${counted(testCount, 'test')} failed`;
  if (status === 'PASS') return passedText(run);
  return displayOfStatus(status);
}

/** Identifies runs of one commit by their settings; a rerun replaces the earlier run. */
function nameOf({ project, testSuiteName, environmentName, attributes }: TestRunView): string {
  const of = testSuiteName === null ? project.name : `${project.name}, ${testSuiteName}`;
  return titleWithLeg(`Assay / ${of} on ${environmentName}`, attributes);
}

/** @returns the status of a run, as shown at its commit */
export function commitStatusOf(run: TestRunView, url: string): CommitStatus {
  const verdict = verdictOfRun(run);
  const state = verdict === 'canceled' ? 'stopped' : verdict;
  return { state, name: nameOf(run), description: descriptionOf(run), url };
}
