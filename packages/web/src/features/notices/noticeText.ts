import { displayOfRun, type NoticeView } from '@assay/contract';

/** @returns what happened, after the name of the run. */
export function noticeText({ reason, run, by }: NoticeView): string {
  switch (reason) {
    case 'finished':
      return run.failCount > 0 ? `${displayOfRun(run)}, ${run.failCount} failed` : displayOfRun(run);
    case 'canceled':
      return by ? `Canceled by ${by.fullName}` : 'Canceled';
    case 'reviewer':
      return `${by?.fullName ?? 'Assay'} asked you to review`;
    case 'quarantineEnds':
      return 'The quarantine of a test ends soon';
    case 'mentioned':
      return `${by?.fullName ?? 'CI'} mentioned you`;
  }
}

/** @returns where it is shown, below the account. */
export function noticePath({ reason, testRunId }: NoticeView): string {
  if (reason === 'quarantineEnds') return 'my-work';
  return reason === 'mentioned' ? `test-runs/${testRunId}/messages` : `test-runs/${testRunId}`;
}
