type Waiting = { owner: string; keys: readonly string[]; begin: () => void };

/**
 * Locks of what processes on one machine would be in each other's way with, such as ports. Owners are served in turn,
 * however many requests each has; of one owner, in the order of arrival.
 */
export class FairLocks {
  readonly #releaseMs: number;
  readonly #held = new Set<string>();
  /** The number of each owner's last lock. */
  readonly #served = new Map<string, number>();
  #locks = 0;
  #waiting: Waiting[] = [];

  /** @param releaseMs how long after its signal has fired a lock is held at most, whatever hangs */
  constructor(releaseMs: number) {
    this.#releaseMs = releaseMs;
  }

  /**
   * @param keys all of them are locked at once
   * @param signal ends the wait, and later the lock
   * @param onWait called if it has to wait
   * @returns what unlocks
   * @throws the signal's reason, when it fires before
   */
  async lock(owner: string, keys: readonly string[], signal: AbortSignal, onWait: () => void): Promise<() => void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
        this.#lockNext();
      };
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { owner, keys, begin };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#lockNext();
      if (this.#waiting.includes(waiting)) onWait();
    });
    return this.#unlockOf(keys, signal);
  }

  #unlockOf(keys: readonly string[], signal: AbortSignal): () => void {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const unlock = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      for (const key of keys) this.#held.delete(key);
      this.#lockNext();
    };
    const onAbort = () => {
      timer = setTimeout(unlock, this.#releaseMs).unref();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    return unlock;
  }

  #lockNext(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const begun = next;
      this.#waiting = this.#waiting.filter((other) => other !== begun);
      for (const key of begun.keys) this.#held.add(key);
      this.#locks += 1;
      this.#served.set(begun.owner, this.#locks);
      begun.begin();
    }
  }

  #next(): Waiting | null {
    const taken = new Set(this.#held);
    const servedAt = ({ owner }: Waiting) => this.#served.get(owner) ?? 0;
    // Sorting is stable: the order of arrival remains.
    for (const waiting of [...this.#waiting].sort((a, b) => servedAt(a) - servedAt(b))) {
      if (!waiting.keys.some((key) => taken.has(key))) return waiting;
      // Others must not take one key after the other from a request that needs several at once.
      for (const key of waiting.keys) taken.add(key);
    }
    return null;
  }
}

/**
 * What an agent locks while its projects have servers: those that the agent starts, and those that a framework starts.
 * A unit locks one of the first before one of the second, so that no two wait for each other.
 */
export class ServerLocks {
  readonly ofProjects: FairLocks;
  readonly ofFrameworks: FairLocks;
  /** Those that projects' servers have got. */
  readonly ports = new Set<number>();

  /** @param releaseMs as for `FairLocks` */
  constructor(releaseMs: number) {
    this.ofProjects = new FairLocks(releaseMs);
    this.ofFrameworks = new FairLocks(releaseMs);
  }
}
