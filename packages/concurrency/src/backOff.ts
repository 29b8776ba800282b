import { type Clock, systemClock } from './clock.ts';

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

/** Counts failures in a row and waits after each, longer each time. */
export class BackOff {
  readonly #limits: BackOffLimits;
  readonly #clock: Clock;
  #failures = 0;

  constructor(limits: BackOffLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Resolves after the delay, or as soon as the signal aborts.
   * @param atLeastMs the delay that the other side asked for
   */
  async wait(signal?: AbortSignal, atLeastMs = 0): Promise<void> {
    this.#failures += 1;
    await this.#clock.sleep(Math.max(atLeastMs, backOffMs(this.#failures, this.#limits)), signal);
  }

  reset(): void {
    this.#failures = 0;
  }
}
