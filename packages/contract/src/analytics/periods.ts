import { clockFormat } from '../clockFormat.ts';
import type { Frequency } from './timeframes.ts';

/** From `start` up to, not including, `end`, in milliseconds since 1970. */
export type Span = { start: number; end: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A clock of a time zone: what it shows at a moment, written as the moment at which a clock in UTC shows the same. */
type WallClock = (at: number) => number;

function wallClockOf(timeZone: string): WallClock {
  const format = clockFormat(timeZone);
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
}

/** @returns the first moment at which the clock shows `wall`, or jumps over it. */
function momentOf(wall: number, clock: WallClock): number {
  // Clocks are put forward and back by an hour or so: a day before and after, each shows what holds around the change.
  const [before, after] = [wall - dayMs, wall + dayMs].map((near) => wall - (clock(near) - near));
  const shows = [before, after].filter((at): at is number => at !== undefined && clock(at) === wall);
  return shows.length > 0 ? Math.min(...shows) : (before ?? wall);
}

/** @returns where the period after the one that `wall` is in begins, on the clock. Weeks begin on Monday. */
function nextWall(wall: number, frequency: Exclude<Frequency, 'Hourly'>): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (frequency) {
    case 'Daily':
      return Date.UTC(year, month, day + 1);
    case 'Weekly':
      return Date.UTC(year, month, day + 7 - ((date.getUTCDay() + 6) % 7));
    case 'Monthly':
      return Date.UTC(year, month + 1, 1);
  }
}

/**
 * Cuts a span where hours, days, weeks or months begin in a time zone. The first and the last part may be shorter; a
 * day on which clocks change has 23 or 25 hours.
 * @param timeZone as `isTimeZone` accepts
 */
export function periodsOf({ start, end }: Span, frequency: Frequency, timeZone: string): Span[] {
  const clock = wallClockOf(timeZone);
  const nextOf = (at: number): number => {
    // A clock shows whole hours at other times than UTC does where its offset has half an hour.
    if (frequency === 'Hourly') return at + hourMs - (clock(at) % hourMs);
    return momentOf(nextWall(clock(at), frequency), clock);
  };
  const periods: Span[] = [];
  for (let at = start; at < end; ) {
    const next = Math.min(nextOf(at), end);
    periods.push({ start: at, end: next });
    at = next;
  }
  return periods;
}
