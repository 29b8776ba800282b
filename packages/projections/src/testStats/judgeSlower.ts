import { median, medianAbsoluteDeviation } from 'simple-statistics';

/** A passing first attempt of a test in one environment. */
export type Timing = { durationMs: number; at: string };

export type Slowdown = {
  /** Median before, and of the newest results, in milliseconds. */
  beforeMs: number;
  nowMs: number;
  /** When the first result of the slower ones was, ISO 8601. */
  since: string;
};

/** Results that are compared with those before them. */
const newest = 5;
const before = 30;
/** With fewer, their spread says little. */
const minBefore = 10;
const bounds = { ratio: 1.3, ms: 500, deviations: 3.5, recovered: 1.15 };
/** The median absolute deviation of normally spread values is smaller than their standard deviation by this. */
const toStandardDeviation = 1.4826;

/**
 * Whether a test has become slower: the median of 5 results against that of up to 30 before, by 1.3 times, half a second
 * and 3.5 deviations, and still so with one result more. It ends when the ratio is below 1.15. Medians, because a test
 * that waits once for a slow machine has not become slower.
 * @param timings oldest first
 * @returns null if it has not, or not any more
 */
export function judgeSlower(timings: readonly Timing[]): Slowdown | null {
  let times = 0;
  let base: { beforeMs: number; since: string } | null = null;
  let nowMs = 0;
  for (let end = minBefore + newest; end <= timings.length; end += 1) {
    const window = timings.slice(end - newest, end);
    nowMs = median(window.map(({ durationMs }) => durationMs));
    if (base !== null && times >= 2) {
      if (nowMs < base.beforeMs * bounds.recovered) [base, times] = [null, 0];
      continue;
    }
    const earlier = timings.slice(Math.max(0, end - newest - before), end - newest).map(({ durationMs }) => durationMs);
    const beforeMs = median(earlier);
    const spread = toStandardDeviation * medianAbsoluteDeviation(earlier);
    const difference = nowMs - beforeMs;
    const isSlower =
      nowMs >= beforeMs * bounds.ratio && difference >= bounds.ms && difference > bounds.deviations * spread;
    times = isSlower ? times + 1 : 0;
    if (times === 1) {
      const first = window.find(({ durationMs }) => durationMs >= beforeMs * bounds.recovered);
      base = { beforeMs, since: first?.at ?? '' };
    }
  }
  return base !== null && times >= 2 ? { ...base, nowMs } : null;
}
