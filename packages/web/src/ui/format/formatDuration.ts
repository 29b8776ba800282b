/**
 * @param milliseconds a duration
 * @returns the duration in short form: `0.8s`, `12.4s`, `1m 24s`, `2h 03m`; two parts at most
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)}ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** @returns whole seconds, for running durations: `48s`, `3m 12s`. */
export function formatRunningDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds}s` : formatDuration(seconds * 1000);
}

/** @returns what is left of a usual duration: `48s left`, `4 min left`, `longer than usual`. */
export function formatTimeLeft(milliseconds: number): string {
  if (milliseconds < 1000) return 'longer than usual';
  if (milliseconds < 60_000) return `${formatRunningDuration(milliseconds)} left`;
  return `${Math.round(milliseconds / 60_000)} min left`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
