const day = 24 * 3600 * 1000;

/**
 * Relative within 24 hours, else `MM/dd/yy h:mm a` in the reader's time zone.
 * @param time ISO 8601; one without a zone is UTC
 */
export function formatTime(time: string, now: number): string {
  const at = timeOf(time);
  const ago = now - at;
  if (Math.abs(ago) >= day) return formatDate(at);
  if (Math.abs(ago) < 45_000) return 'just now';
  const amount = formatSpan(Math.abs(ago));
  return ago >= 0 ? `${amount} ago` : `in ${amount}`;
}

/** @returns a length of time as roughly as people say it: `38 min`, `5 h`, `3 days`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return milliseconds < 2 * day ? `${Math.round(minutes / 60)} h` : `${Math.round(milliseconds / day)} days`;
}

/** @returns milliseconds since 1970 of an ISO time; without a zone it is UTC. */
export function timeOf(time: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
}

/** @returns the exact moment, to the second, in the reader's zone, for tooltips. */
export function formatExactTime(time: string): string {
  return new Date(timeOf(time)).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** @returns hours and minutes of a moment: `14:02`. */
export function formatClock(time: string): string {
  const at = new Date(timeOf(time));
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** @returns hours, minutes and seconds of a moment in milliseconds since 1970: `14:02:19`. */
export function formatClockSeconds(moment: number): string {
  const at = new Date(moment);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

/** @returns the day of a moment in the reader's zone: `MM/dd/yy`. */
export function formatDay(time: string): string {
  const date = new Date(timeOf(time));
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${two(date.getFullYear() % 100)}`;
}

function formatDate(at: number): string {
  const date = new Date(at);
  const hours = date.getHours();
  const clock = `${hours % 12 || 12}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
  return `${formatDay(date.toISOString())} ${clock}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
