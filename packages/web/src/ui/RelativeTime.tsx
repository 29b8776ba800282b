import { formatExactTime, formatTime } from './format/formatTime.ts';
import { useNow } from './useNow.ts';

/** A moment, relative within a day, with the exact time on hover. */
export function RelativeTime({ time }: { time: string }) {
  const now = useNow(30_000);
  return (
    <time dateTime={time} title={formatExactTime(time)}>
      {formatTime(time, now)}
    </time>
  );
}
