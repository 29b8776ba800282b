import { partsOfMoment } from './formatTime.ts';
import { parseDateTime } from './parseDateTime.ts';

const dayMs = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');

/** @returns whether it is a calendar day: `2026-11-26` */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfDay(text) !== '';
}

/** @returns the reader's calendar day at a moment in milliseconds since 1970 */
export function dayAt(moment: number): string {
  const { year, month, day } = partsOfMoment(moment);
  return `${year}-${two(month)}-${two(day)}`;
}

/** @returns the first moment of a calendar day in the reader's zone, ISO 8601; '' for anything else */
export function startOfDay(day: string): string {
  return parseDateTime(day) ?? '';
}

/** @returns the last millisecond of a calendar day in the reader's zone, ISO 8601; '' for anything else */
export function endOfDay(day: string): string {
  const next = startOfDay(addDays(day, 1));
  return next && new Date(Date.parse(next) - 1).toISOString();
}

/** @returns the calendar day that many days later, or earlier; '' for anything that is not a day */
export function addDays(day: string, count: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + count * dayMs).toISOString().slice(0, 10);
}

/** @returns the day that many months later; a shorter month's last day where it has no such day */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + count, 0));
  return `${last.toISOString().slice(0, 7)}-${two(Math.min(date, last.getUTCDate()))}`;
}

/** @returns the day of the week, 0 is Sunday */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
