import type { UrlFilter } from '../urlFilters.ts';

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** The moment of the past that a page shows, ISO 8601 in UTC; '' is now, and so is what lies in the future. */
export const momentInUrl: UrlFilter<string> = {
  param: 'at',
  read: ([text = '']) => (pattern.test(text) && Date.parse(text) <= Date.now() ? text : ''),
  write: (at) => (at === '' ? [] : [at]),
};

const hourMs = 3_600_000;
/** How far the buttons beside a moment go. */
export const steps = [
  { text: '−1 day', label: 'A day back', byMs: -24 * hourMs },
  { text: '−1 h', label: 'An hour back', byMs: -hourMs },
  { text: '+1 h', label: 'An hour on', byMs: hourMs },
  { text: '+1 day', label: 'A day on', byMs: 24 * hourMs },
] as const;

/** @returns the moment that lies so far from another; '' where that is not past any more */
export function stepped(at: string, byMs: number, now: number): string {
  const moment = Date.parse(at) + byMs;
  return moment < now ? new Date(moment).toISOString() : '';
}
