const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** @returns a moment (ISO 8601) in the reader's zone: `Nov 18, 2026, 14:05` */
export function formatMoment(at: string): string {
  return format.format(new Date(at));
}
