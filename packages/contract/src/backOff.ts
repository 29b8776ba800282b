/** Delays between attempts in milliseconds: the first, and the maximum. */
export type BackOffLimits = { first: number; max: number };

/**
 * The delay before the next attempt: it doubles with each failure up to the maximum, and half of it is random, so that
 * clients that failed together do not come back together.
 * @param failures in a row so far, from 1
 * @param random at least 0 and below 1
 * @returns milliseconds
 */
export function backOffMs(failures: number, { first, max }: BackOffLimits, random: () => number = Math.random): number {
  const whole = Math.min(max, first * 2 ** (failures - 1));
  return whole * (0.5 + random() / 2);
}
