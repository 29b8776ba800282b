import { attemptLimits } from '@assay/contract';

const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns ms since 1970 as a test process reports them; the present for what is not a date up to the year 9999 */
export function boundedTime(ms: number, now = Date.now()): number {
  return ms >= 0 && ms <= lastMs ? ms : now;
}

/** @returns whole milliseconds as the service accepts them for an attempt or a step; 0 for what is not a number */
export function boundedDuration(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(attemptLimits.durationMs, Math.max(0, Math.round(ms)));
}
