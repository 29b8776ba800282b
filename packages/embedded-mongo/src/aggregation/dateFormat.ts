import { locationError } from '../errors/mongoError.ts';
import { localTime, offsetAt } from './timeZone.ts';

/** A moment as its local time shows it, and the offset of that time from UTC in minutes. */
type LocalMoment = {
  local: Date;
  offset: number;
};

const dayMs = 86_400_000;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');
const monthName = ({ local }: LocalMoment): string => months[local.getUTCMonth()] ?? '';

/** The specifiers of a `$dateToString` format, by their letter. */
const specifiers: Readonly<Record<string, (moment: LocalMoment) => string>> = {
  Y: ({ local }) => year(local.getUTCFullYear()),
  b: (moment) => monthName(moment).slice(0, 3),
  B: monthName,
  m: ({ local }) => padded(local.getUTCMonth() + 1),
  d: ({ local }) => padded(local.getUTCDate()),
  H: ({ local }) => padded(local.getUTCHours()),
  M: ({ local }) => padded(local.getUTCMinutes()),
  S: ({ local }) => padded(local.getUTCSeconds()),
  L: ({ local }) => padded(local.getUTCMilliseconds(), 3),
  j: ({ local }) => padded(dayOfYear(local), 3),
  u: ({ local }) => String(local.getUTCDay() || 7),
  w: ({ local }) => String(local.getUTCDay() + 1),
  U: ({ local }) => padded(Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7)),
  G: ({ local }) => year(thursdayOf(local).getUTCFullYear()),
  V: ({ local }) => padded(Math.ceil(dayOfYear(thursdayOf(local)) / 7)),
  z: ({ offset }) =>
    `${offset < 0 ? '-' : '+'}${padded(Math.floor(Math.abs(offset) / 60))}${padded(Math.abs(offset) % 60)}`,
  Z: ({ offset }) => String(offset),
  '%': () => '%',
};

/**
 * A moment in a time zone by a `$dateToString` format. Throws 18535 for a `%` at the end, 18536 for an unknown
 * specifier, 18537 for a year outside of 0 to 9999.
 */
export function formatDate(
  ms: number,
  zone: string,
  format = zone === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L',
): string {
  const moment = { local: localTime(ms, zone), offset: offsetAt(ms, zone) };
  return format.replace(/%(.?)/gs, (_all, letter: string) => {
    if (letter === '') throw locationError(18535, "Unmatched '%' at end of format string");
    const specifier = specifiers[letter];
    if (specifier === undefined) throw locationError(18536, `Invalid format character '%${letter}' in format string`);
    return specifier(moment);
  });
}

/** 1 for the first of January. */
export function dayOfYear(date: Date): number {
  const firstOfJanuary = new Date(date).setUTCMonth(0, 1);
  return Math.round((date.getTime() - firstOfJanuary) / dayMs) + 1;
}

/** The Thursday of the same week from Monday to Sunday: ISO 8601 counts a week to the year that has its Thursday. */
function thursdayOf(date: Date): Date {
  return new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
}

function year(value: number): string {
  if (value >= 0 && value <= 9999) return padded(value, 4);
  throw locationError(18537, `$dateToString is only defined on year 0-9999, tried to use year ${value}`);
}
