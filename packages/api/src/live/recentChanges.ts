import type { AccountId } from '@assay/contract';

/** Longer than a page takes to open; whoever asks about more reads again. */
const keptMs = 60_000;
/**
 * A subscription may reach the service later than the read that went out with it. Whoever is told of a change that they
 * have read already only reads once more.
 */
const marginMs = 1_000;

/** Which topics changed within the last minute: whoever read before subscribing asks whether a change was missed. */
export class RecentChanges {
  /** The latest change by topic of an account, or of all; the oldest first. */
  readonly #changedAt = new Map<string, number>();
  readonly #now: () => number;
  /** Nothing is known of what changed before. */
  #knownSince: number;

  /** @param now in milliseconds, of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
    this.#knownSince = now();
  }

  /** @param account null: of all accounts */
  changed(account: AccountId | null, topic: string): void {
    const now = this.#now();
    for (const [key, at] of this.#changedAt) {
      if (at > now - keptMs) break;
      this.#changedAt.delete(key);
    }
    const key = keyOf(account, topic);
    this.#changedAt.delete(key);
    this.#changedAt.set(key, now);
  }

  /** Changes were missed by this process. */
  gap(): void {
    this.#knownSince = this.#now();
  }

  /** @returns whether the topic changed within so many milliseconds, or may have. */
  hasChanged(account: AccountId, topic: string, withinMs: number): boolean {
    const since = this.#now() - withinMs - marginMs;
    if (withinMs > keptMs - marginMs || since < this.#knownSince) return true;
    const isLater = (at: number | undefined) => at !== undefined && at >= since;
    return isLater(this.#changedAt.get(keyOf(account, topic))) || isLater(this.#changedAt.get(keyOf(null, topic)));
  }
}

/** Account ids hold no slash. */
function keyOf(account: AccountId | null, topic: string): string {
  return `${account ?? ''}/${topic}`;
}
