import type { AccountId, UserId } from '@assay/contract';

/** A check that failed is repeated after this time. */
const retryMs = 1_000;

/** Calls back when what a person may do in an account ends by time. */
export class ExpiryTimers {
  readonly #timers = new Map<string, { until: number; timer: NodeJS.Timeout }>();
  readonly #onExpired: (account: AccountId, userId: UserId) => Promise<void>;

  constructor(onExpired: (account: AccountId, userId: UserId) => Promise<void>) {
    this.#onExpired = onExpired;
  }

  /** @param until ISO 8601; of several for one person in one account, the earliest counts */
  set(account: AccountId, userId: UserId, until: string): void {
    this.#set(account, userId, Date.parse(until));
  }

  stop(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #set(account: AccountId, userId: UserId, until: number): void {
    const key = `${account}/${userId}`;
    const known = this.#timers.get(key);
    if (known && known.until <= until) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(
      () => {
        this.#timers.delete(key);
        this.#onExpired(account, userId).catch(() => this.#set(account, userId, Date.now() + retryMs));
      },
      Math.max(1, until - Date.now()),
    );
    this.#timers.set(key, { until, timer });
  }
}
