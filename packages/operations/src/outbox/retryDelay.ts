const minute = 60_000;
const hour = 60 * minute;

/** After the first attempt, the second, and so on; the last delay repeats. */
const delays = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];
/** Jitter, so that messages that failed together do not come back together. */
const jitter = 0.2;

/**
 * @param attempts that failed so far, from 1
 * @param random at least 0 and below 1
 * @returns milliseconds until the next attempt, up to a fifth more or less than the table says
 */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const usual = delays[Math.min(attempts, delays.length) - 1] ?? 0;
  return usual * (1 + jitter * (2 * random() - 1));
}
