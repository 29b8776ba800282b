import type { TestRunView } from '@assay/contract';
import { formatShare } from '../../../ui/format/formatNumbers.ts';
import { finishedCount } from '../../../ui/runSegments.ts';

/** @returns a run as a browser's tab names it: how it stands before what it is, since tabs are narrow. */
export function runTitle(run: TestRunView): string {
  const isUnderWay = run.status === 'RUNNING' && run.testCount > 0;
  const standing = isUnderWay ? formatShare(finishedCount(run), run.testCount) : run.statusDisplay;
  return `${standing} · ${run.project.name} #${run.number}`;
}
