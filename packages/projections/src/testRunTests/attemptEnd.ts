import type { AttemptDetail } from './testRunTests.ts';

const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * @returns when an attempt ended, in ISO 8601; null while it runs. Of durations that were recorded before they had a limit
 * the end is the last moment of the year 9999.
 */
export function attemptEnd({ startedAt, durationMs }: Pick<AttemptDetail, 'startedAt' | 'durationMs'>): string | null {
  if (durationMs === null) return null;
  return new Date(Math.min(Date.parse(startedAt) + durationMs, lastTime)).toISOString();
}
