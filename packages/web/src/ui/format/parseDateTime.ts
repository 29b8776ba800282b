import { dateChoice } from './dateChoice.ts';
import { partsOfMoment } from './formatTime.ts';

const written = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T,]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?)?$/i;

/**
 * Reads a day, with a time or without, in the reader's form or with the year first.
 * @returns the moment as ISO 8601; null: the text is not a date
 */
export function parseDateTime(text: string): string | null {
  const [, first, second, third, hour = '0', minute = '0', half] = written.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined || third === undefined) return null;
  const isDayFirst = dateChoice().form === 'DAY_FIRST';
  const [year, month, day] =
    first.length === 4 ? [first, second, third] : isDayFirst ? [third, second, first] : [third, first, second];
  const clock = { hours: hoursOf(Number(hour), half), minutes: Number(minute) };
  const wanted = { year: fullYear(Number(year)), month: Number(month), day: Number(day), ...clock };
  const at = momentOf(wanted);
  const read = partsOfMoment(at);
  // The 31st of a shorter month, or 25 o'clock, would be another moment.
  const isSame = read.year === wanted.year && read.month === wanted.month && read.day === wanted.day;
  return isSame && clock.hours < 24 && clock.minutes < 60 ? new Date(at).toISOString() : null;
}

function hoursOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year);

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
