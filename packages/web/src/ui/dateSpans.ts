import { daysOf } from './dayRange.ts';

/** The spans up to today that a date filter offers besides a range of days. */
export const spans = { today: 'Today', last7: 'Last 7 days', last30: 'Last 30 days', last90: 'Last 90 days' } as const;
export type Span = keyof typeof spans;

function isSpan(date: string): date is Span {
  return Object.hasOwn(spans, date);
}

/** @returns whether it is a span or a range of days, as kept in the URL. */
export function isDateFilter(date: string): boolean {
  return isSpan(date) || daysOf(date) !== null;
}

/**
 * @param date a span, or a range of days
 * @param now milliseconds; spans begin at local midnight
 * @returns 'from,to' in ISO, as requests have it; '' for anything else
 */
export function dateRangeOf(date: string, now: number): string {
  if (isSpan(date)) {
    const from = new Date(now);
    from.setHours(0, 0, 0, 0);
    from.setDate(from.getDate() - { today: 0, last7: 6, last30: 29, last90: 89 }[date]);
    const to = new Date(now);
    to.setHours(23, 59, 59, 999);
    return `${from.toISOString()},${to.toISOString()}`;
  }
  const days = daysOf(date);
  if (!days) return '';
  return `${new Date(`${days.from}T00:00:00`).toISOString()},${new Date(`${days.to}T23:59:59.999`).toISOString()}`;
}
