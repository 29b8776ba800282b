import { dateChoice } from './dateChoice.ts';
import { partsOfMoment } from './formatTime.ts';

const written = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T,]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?)?$/i;

/**
 * Reads a day, with a time or without, in the reader's form or with the year first.
 * @returns the moment as ISO 8601; null: the text is not a date
 */
export function parseDateTime(text: string): string | null {
  const date = readDate(text);
  return date && new Date(momentOf(date)).toISOString();
}

/**
 * Reads a calendar day, in the reader's form or with the year first.
 * @returns the day: `2026-11-26`; null: the text is not one
 */
export function parseDay(text: string): string | null {
  const date = readDate(text);
  return date && new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString().slice(0, 10);
}

function readDate(text: string): Wanted | null {
  const [, first, second, third, hour = '0', minute = '0', half] = written.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined || third === undefined) return null;
  const isDayFirst = dateChoice().form === 'DAY_FIRST';
  const [year, month, day] = (
    first.length === 4 ? [first, second, third] : isDayFirst ? [third, second, first] : [third, first, second]
  ).map(Number) as [number, number, number];
  const date = { year: year < 100 ? 2000 + year : year, month, day, hours: hoursOf(Number(hour), half) };
  const read = new Date(Date.UTC(date.year, month - 1, day));
  // The 31st of a shorter month would be another day.
  const isDay = date.year >= 1000 && read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
  return isDay && date.hours < 24 && Number(minute) < 60 ? { ...date, minutes: Number(minute) } : null;
}

function hoursOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

type Wanted = { year: number; month: number; day: number; hours: number; minutes: number };

/** What a clock in the reader's zone shows is off by the zone's offset, which is asked for once near the moment. */
function momentOf({ year, month, day, hours, minutes }: Wanted): number {
  const asUtc = Date.UTC(year, month - 1, day, hours, minutes);
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

function offsetAt(at: number): number {
  const { year, month, day, hours, minutes } = partsOfMoment(at);
  return Date.UTC(year, month - 1, day, hours, minutes) - Math.floor(at / 60_000) * 60_000;
}
