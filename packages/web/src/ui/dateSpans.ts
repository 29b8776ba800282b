import { daysOf } from './dayRange.ts';
import { addDays, dayAt, endOfDay, startOfDay } from './format/calendarDays.ts';

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
 * @param now milliseconds; spans begin at midnight in the reader's zone
 * @returns 'from,to' in ISO, as requests have it; '' for anything else
 */
export function dateRangeOf(date: string, now: number): string {
  if (isSpan(date)) {
    const today = dayAt(now);
    return `${startOfDay(addDays(today, -{ today: 0, last7: 6, last30: 29, last90: 89 }[date]))},${endOfDay(today)}`;
  }
  const days = daysOf(date);
  return days ? `${startOfDay(days.from)},${endOfDay(days.to)}` : '';
}
