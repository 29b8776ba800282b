import { clockFormat } from '@assay/contract';
import { dateChoice } from './dateChoice.ts';

const day = 24 * 3600 * 1000;

/**
 * Relative within 24 hours, else `MM/dd/yy h:mm a`, or as the reader has chosen, in the reader's time zone.
 * @param time ISO 8601; one without a zone is UTC
 */
export function formatTime(time: string, now: number): string {
  const at = timeOf(time);
  const ago = now - at;
  if (Math.abs(ago) >= day) return formatDate(at);
  if (Math.abs(ago) < 45_000) return 'just now';
  const amount = formatSpan(Math.abs(ago));
  return ago >= 0 ? `${amount} ago` : `in ${amount}`;
}

/** @returns a length of time as roughly as people say it: `38 min`, `5 h`, `3 days`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return milliseconds < 2 * day ? `${Math.round(minutes / 60)} h` : `${Math.round(milliseconds / day)} days`;
}

/** @returns milliseconds since 1970 of an ISO time; without a zone it is UTC. */
export function timeOf(time: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
}

/** @returns the exact moment, to the second, in the reader's form and zone, for tooltips. */
export function formatExactTime(time: string): string {
  return formatDate(timeOf(time), true);
}

/** @returns day, hours and minutes of a moment in the reader's form and zone: `11/03/26 2:05 PM`. */
export function formatDateTime(time: string): string {
  return formatDate(timeOf(time));
}

/** @returns hours and minutes of a moment: `14:02`. */
export function formatClock(time: string): string {
  const { hours, minutes } = partsOfMoment(timeOf(time));
  return `${two(hours)}:${two(minutes)}`;
}

/** @returns hours, minutes and seconds of a moment in milliseconds since 1970: `14:02:19`. */
export function formatClockSeconds(moment: number): string {
  const { hours, minutes, seconds } = partsOfMoment(moment);
  return [hours, minutes, seconds].map(two).join(':');
}

/** @returns the day of a moment in the reader's form and zone: `MM/dd/yy`, `dd/MM/yy` or `yyyy-MM-dd`. */
export function formatDay(time: string): string {
  return dayOf(partsOfMoment(timeOf(time)));
}

/** @returns a calendar day in the reader's form: `2026-11-26` → `11/26/26` */
export function formatCalendarDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number) as [number, number, number];
  return dayOf({ year, month, day: date });
}

type Parts = { year: number; month: number; day: number; hours: number; minutes: number; seconds: number };

function dayOf({ year, month, day }: Pick<Parts, 'year' | 'month' | 'day'>): string {
  const { form } = dateChoice();
  if (form === 'ISO') return `${year}-${two(month)}-${two(day)}`;
  const [first, second] = form === 'DAY_FIRST' ? [day, month] : [month, day];
  return `${two(first)}/${two(second)}/${two(year % 100)}`;
}

function formatDate(at: number, hasSeconds = false): string {
  const parts = partsOfMoment(at);
  const { hours, minutes, seconds } = parts;
  const rest = `${two(minutes)}${hasSeconds ? `:${two(seconds)}` : ''}`;
  const isHalfDay = dateChoice().form === 'MONTH_FIRST';
  const clock = isHalfDay ? `${hours % 12 || 12}:${rest} ${hours < 12 ? 'AM' : 'PM'}` : `${two(hours)}:${rest}`;
  return `${dayOf(parts)} ${clock}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the calendar and the clock of a moment (milliseconds since 1970) in the reader's zone. */
export function partsOfMoment(at: number): Parts {
  const { timeZone } = dateChoice();
  const date = new Date(at);
  if (timeZone === null) {
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hours: date.getHours(),
      minutes: date.getMinutes(),
      seconds: date.getSeconds(),
    };
  }
  const parts = formatIn(timeZone).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hours: part('hour'),
    minutes: part('minute'),
    seconds: part('second'),
  };
}

/** Making one takes longer than hundreds of uses. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = clockFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
