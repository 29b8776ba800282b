type Waiting = { owner: string; begin: () => void };

/**
 * Limits what runs at a time, per owner and in total, so that no owner has to wait for another's. When a permit is
 * released, the owner with the fewest comes next; of equals the one that waits longest.
 */
export class FairSemaphore {
  readonly #atOnce: number;
  readonly #perOwner: number;
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(atOnce: number, perOwner = atOnce) {
    this.#atOnce = atOnce;
    this.#perOwner = perOwner;
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs work once the owner has a permit.
   * @throws the work's error; the signal's reason when it aborts before the work has begun
   */
  async run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#take(owner, signal);
    try {
      // It may have aborted after the permit was given.
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release(owner);
    }
  }

  async #take(owner: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal?.reason);
      };
      const waiting = {
        owner,
        begin: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#beginNext();
    });
  }

  #release(owner: string): void {
    const left = this.#runningOf(owner) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#beginNext();
  }

  #beginNext(): void {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (running >= this.#atOnce) return;
    const able = this.#waiting.filter(({ owner }) => this.#runningOf(owner) < this.#perOwner);
    // Sorting is stable: the one that waits longest stays first.
    const [next] = able.sort((a, b) => this.#runningOf(a.owner) - this.#runningOf(b.owner));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
    next.begin();
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}
