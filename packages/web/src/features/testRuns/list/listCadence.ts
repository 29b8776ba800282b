import { isFinished, pollSeconds, type TestRunView } from '@assay/contract';

type Run = Pick<TestRunView, 'status' | 'totalCount'>;

/**
 * How often the list is polled: every 5 s before the first load and while a submitted run has no tests yet, every 10 s
 * while any run is in progress, else every 60 s.
 * @returns seconds
 */
export function listCadence(runs: readonly Run[] | undefined): number {
  if (!runs || runs.some((run) => run.status === 'SUBMITTED' && run.totalCount === 0))
    return pollSeconds.runListWaiting;
  return runs.some((run) => !isFinished(run.status)) ? pollSeconds.runListActive : pollSeconds.runListIdle;
}
