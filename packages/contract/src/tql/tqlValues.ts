import { type TqlField, type TqlStatus, tqlFields, tqlStatuses } from './tqlFields.ts';
import type { TqlSpan, TqlValue } from './tqlQuery.ts';

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const day = 86_400_000;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** @returns milliseconds; undefined for a text that is no duration. */
function durationOf(text: string, known: readonly string[]): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]+)$/i.exec(text) ?? [];
  const factor = known.includes(unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

function wholeDay(start: number): TqlSpan {
  return { from: start, to: start + day - 1 };
}

/** A day (of UTC), a time, `today`, `yesterday`, or a while before now: `now-7d`. */
function spanOf(text: string, now: number): TqlSpan | undefined {
  const today = Math.floor(now / day) * day;
  if (text === 'today') return wholeDay(today);
  if (text === 'yesterday') return wholeDay(today - day);
  if (text === 'now') return { from: now, to: now };
  if (text.startsWith('now-')) {
    const ago = durationOf(text.slice('now-'.length), ['m', 'h', 'd', 'w']);
    return ago === undefined ? undefined : { from: now - ago, to: now - ago };
  }
  const at = Date.parse(text.toUpperCase());
  if (Number.isNaN(at)) return undefined;
  if (isoDay.test(text)) return wholeDay(at);
  return isoTime.test(text.toUpperCase()) ? { from: at, to: at } : undefined;
}

/** What a value of a field looks like, in words. */
export function valueWords(field: TqlField): { what: string; words: readonly string[] } {
  switch (tqlFields[field].type) {
    case 'status':
      return { what: 'a status', words: tqlStatuses.map((status) => status.toLowerCase()) };
    case 'flag':
      return { what: 'true or false', words: ['true', 'false'] };
    case 'duration':
      return { what: 'a duration such as 500ms, 2s or 1.5m', words: [] };
    case 'number':
      return { what: 'a number', words: [] };
    case 'date':
      return { what: 'a date such as 2026-11-23, today or now-7d', words: ['today', 'yesterday', 'now-7d'] };
    default:
      return { what: 'a text', words: [] };
  }
}

/** @returns the value that was written for the field; undefined if it can have no such value. */
export function tqlValueOf(field: TqlField, written: string, now: number): TqlValue | undefined {
  const text = written.toLowerCase();
  switch (tqlFields[field].type) {
    case 'status':
      return tqlStatuses.find((status): status is TqlStatus => status.toLowerCase() === text);
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'duration':
      return durationOf(text, ['ms', 's', 'm', 'h']);
    case 'number':
      return /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : undefined;
    case 'date':
      return spanOf(text, now);
    default:
      return text;
  }
}
