import { locationError } from '../errors/mongoError.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset from UTC in minutes at a moment, for an Olson name or `+hh:mm`. Throws code 40485 for an unknown zone. */
export function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone);
  if (fixed !== null) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0));
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = Date.UTC(year, month - 1, day, hour % 24, minute, second);
  return Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000);
}

/** A Date whose UTC fields show the local time of a zone. */
export function localTime(ms: number, zone: string): Date {
  return new Date(ms + offsetAt(ms, zone) * 60_000);
}

/** The moment at which a zone's clocks show a local time; `near` decides when they show it twice. */
export function utcOfLocal(local: number, zone: string, near: number): number {
  const guess = local - offsetAt(near, zone) * 60_000;
  return local - offsetAt(guess, zone) * 60_000;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
    return format;
  } catch (error) {
    if (error instanceof RangeError) throw locationError(40485, `unrecognized time zone identifier: "${zone}"`);
    throw error;
  }
}
