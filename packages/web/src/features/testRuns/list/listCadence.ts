import { isFinished, pollSeconds, type TestRunView } from '@assay/contract';

type Run = Pick<TestRunView, 'status' | 'totalCount'>;

/**
 * Spec: 5 s while a submitted run has no tests yet or before the first load, 10 s while any run is in progress, else
 * 60 s.
 */
export function listCadence(runs: readonly Run[] | undefined): number {
  if (!runs || runs.some((run) => run.status === 'SUBMITTED' && run.totalCount === 0))
    return pollSeconds.runListWaiting;
  return runs.some((run) => !isFinished(run.status)) ? pollSeconds.runListActive : pollSeconds.runListIdle;
}
