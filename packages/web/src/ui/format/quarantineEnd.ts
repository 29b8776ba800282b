const dayMs = 86_400_000;

/** How long a quarantine may be; an empty value: it has no end. */
export const quarantineSpans = [
  { value: '7', label: 'In 7 days' },
  { value: '14', label: 'In 14 days' },
  { value: '30', label: 'In 30 days' },
  { value: '', label: 'Never' },
];

/** What 'Extend' adds. */
export const extensionDays = 7;

/** @returns the end of a quarantine so many days from a time; null where it has none. */
export function endAfter(days: string, from: number): string | null {
  return days === '' ? null : new Date(from + Number(days) * dayMs).toISOString();
}

/** @returns how long it still is, in whole days as people count them. */
export function daysLeft(until: string, now: number): string {
  const days = Math.ceil((Date.parse(until) - now) / dayMs);
  if (days <= 0) return 'ends now';
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** @returns the end after an extension: of what is left, or from now on where nothing is. */
export function extendedEnd(until: string, now: number): string {
  return new Date(Math.max(Date.parse(until), now) + extensionDays * dayMs).toISOString();
}
