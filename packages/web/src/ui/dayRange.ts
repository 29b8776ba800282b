import { dayAt, isDay } from './format/calendarDays.ts';

/** @returns the two days of a range such as `2026-11-01..2026-11-05`, both included; null when invalid. */
export function daysOf(date: string): { from: string; to: string } | null {
  const [from = '', to = '', ...more] = date.split('..');
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** @returns the range of the days that the moments, in milliseconds since 1970, are in for the reader */
export function dayRangeOf(first: number, last: number): string {
  return `${dayAt(first)}..${dayAt(last)}`;
}
