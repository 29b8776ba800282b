import { formatRunningDuration } from './format/formatDuration.ts';
import { timeOf } from './format/formatTime.ts';
import { useNow } from './useNow.ts';

/** The time since something began, updated every second. */
export function RunningDuration({ since }: { since: string }) {
  const now = useNow(1000);
  return <span className="tabular">{formatRunningDuration(now - timeOf(since))}</span>;
}
