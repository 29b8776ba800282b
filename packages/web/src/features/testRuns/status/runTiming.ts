import { isFinished, type TestRunView } from '@assay/contract';
import { formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { timeOf } from '../../../ui/format/formatTime.ts';

type Timed = Pick<TestRunView, 'status' | 'startTime' | 'calculatedDuration' | 'usualDuration'>;

/** @returns the run's duration so far, in milliseconds; null before it began. */
export function durationOfRun(run: Timed, now: number): number | null {
  if (run.calculatedDuration !== null && isFinished(run.status)) return run.calculatedDuration;
  if (run.startTime === null) return run.calculatedDuration;
  return isFinished(run.status) ? run.calculatedDuration : Math.max(0, now - timeOf(run.startTime));
}

/** @returns 'about 4 min left', estimated from the usual duration; null if that is unknown. */
export function timeLeft(run: Timed, now: number): string | null {
  const took = durationOfRun(run, now);
  if (isFinished(run.status) || took === null || run.usualDuration === null) return null;
  const left = run.usualDuration - took;
  if (left < 1000) return 'longer than usual';
  return left < 60_000 ? `${formatRunningDuration(left)} left` : `${Math.round(left / 60_000)} min left`;
}

/** @returns a finished run's duration compared to its usual one: `+6%`, `−4%`, `±0%`; null without a usual. */
export function againstUsual(run: Timed): { text: string; share: number } | null {
  if (!isFinished(run.status) || run.calculatedDuration === null || !run.usualDuration) return null;
  const share = run.calculatedDuration / run.usualDuration - 1;
  const percent = Math.round(share * 100);
  return { text: percent === 0 ? '±0%' : percent > 0 ? `+${percent}%` : `−${-percent}%`, share };
}
