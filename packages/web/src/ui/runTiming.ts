import { isFinished, type TestRunView } from '@assay/contract';
import { formatTimeLeft } from './format/formatDuration.ts';
import { timeOf } from './format/formatTime.ts';

type Timed = Pick<TestRunView, 'status' | 'startTime' | 'calculatedDuration' | 'usualDuration'>;

/** @returns the run's duration so far, in milliseconds; null before it began. */
export function durationOfRun(run: Timed, now: number): number | null {
  if (run.calculatedDuration !== null && isFinished(run.status)) return run.calculatedDuration;
  if (run.startTime === null) return run.calculatedDuration;
  return isFinished(run.status) ? run.calculatedDuration : Math.max(0, now - timeOf(run.startTime));
}

/** @returns '4 min left', estimated from the usual duration; null if that is unknown. */
export function timeLeft(run: Timed, now: number): string | null {
  const took = durationOfRun(run, now);
  if (isFinished(run.status) || took === null || run.usualDuration === null) return null;
  return formatTimeLeft(run.usualDuration - took);
}
