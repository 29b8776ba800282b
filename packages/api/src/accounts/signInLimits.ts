import { LruCache } from '@assay/concurrency';
import { ApiError } from '../http/apiErrors.ts';
import { networkOf } from '../http/networkOf.ts';

type Rule = {
  /** Failures without consequence. */
  free: number;
  longestWaitMs: number;
};

/**
 * Failed attempts are counted three ways. Names alone are counted too, because many addresses can guess the password of
 * one person, and addresses alone, because one address can try one password on many people.
 */
const rules = {
  pair: { free: 10, longestWaitMs: 5 * 60_000 },
  name: { free: 30, longestWaitMs: 5 * 60_000 },
  address: { free: 50, longestWaitMs: 15 * 60_000 },
} as const satisfies Record<string, Rule>;

/** The wait after the first failure that is not free; each further one doubles it. */
const firstWaitMs = 30_000;
/** Failures are forgotten after this long without another. */
const memoryMs = 60 * 60_000;
const remembered = 50_000;

class Failures {
  readonly #rule: Rule;
  readonly #now: () => number;
  readonly #of = new LruCache<string, { count: number; last: number; waitUntil: number }>(remembered);

  constructor(rule: Rule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** @returns milliseconds until the next attempt is allowed; 0: now. */
  waitOf(key: string): number {
    return Math.max(0, (this.#of.get(key)?.waitUntil ?? 0) - this.#now());
  }

  add(key: string): void {
    const last = this.#now();
    const known = this.#of.get(key);
    const count = (known && last - known.last < memoryMs ? known.count : 0) + 1;
    const over = count - this.#rule.free;
    const wait = over < 0 ? 0 : Math.min(this.#rule.longestWaitMs, firstWaitMs * 2 ** over);
    this.#of.set(key, { count, last, waitUntil: last + wait });
  }

  takeBack(key: string): void {
    const known = this.#of.get(key);
    if (known) this.#of.set(key, { ...known, count: Math.max(0, known.count - 1), waitUntil: 0 });
  }

  forget(key: string): void {
    this.#of.delete(key);
  }
}

export type SignInAttempt = {
  succeeded(): void;
  /** Nothing was found out, so it does not count. */
  withdrawn(): void;
};

export type SignInLimits = {
  /**
   * Counts as a failure until it is told otherwise, so that attempts at the same time are limited too.
   * @throws ApiError 429 with the seconds to wait
   */
  begin(address: string, email: string): SignInAttempt;
};

/**
 * Slows guessing down and locks nobody out: where a person has signed in before, only failures with that name from that
 * address count. Each process counts by itself, and forgets when it ends.
 *
 * @param now milliseconds
 */
export function signInLimits(now: () => number = Date.now): SignInLimits {
  const pairs = new Failures(rules.pair, now);
  const names = new Failures(rules.name, now);
  const addresses = new Failures(rules.address, now);
  const familiar = new LruCache<string, true>(remembered);

  return {
    begin(address, email) {
      const network = networkOf(address);
      const name = email.trim().toLowerCase();
      const pair = JSON.stringify([network, name]);
      const counted: [Failures, string][] = [[pairs, pair]];
      if (!familiar.get(pair)) counted.push([names, name], [addresses, network]);

      const waitMs = Math.max(...counted.map(([failures, key]) => failures.waitOf(key)));
      if (waitMs > 0) throw new ApiError('rate.limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      for (const [failures, key] of counted) failures.add(key);

      const withdrawn = () => {
        for (const [failures, key] of counted) failures.takeBack(key);
      };
      return {
        withdrawn,
        succeeded: () => {
          withdrawn();
          pairs.forget(pair);
          familiar.set(pair, true);
        },
      };
    },
  };
}
