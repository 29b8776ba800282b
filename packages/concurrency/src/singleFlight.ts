type Run<Result> = { running: Promise<Result>; beganAt: number; next: Promise<Result> | null };

/** Lets simultaneous callers with the same key share one run of their work: that of the first of them. */
export class SingleFlight<Key, Result> {
  readonly #runs = new Map<Key, Run<Result>>();

  /** Shares the run under way, or begins one. */
  join(key: Key, work: () => Promise<Result>): Promise<Result> {
    return this.joinNext(key, work, Number.NEGATIVE_INFINITY);
  }

  /**
   * Shares a run that begins after the call, because the one under way may miss what has just happened.
   * @param asOf a time of `performance.now()`: a run that began at or after it is shared as well; by default none
   */
  joinNext(key: Key, work: () => Promise<Result>, asOf = Number.POSITIVE_INFINITY): Promise<Result> {
    const run = this.#runs.get(key);
    if (!run) return this.#begin(key, work);
    if (run.beganAt >= asOf) return run.running;
    const again = () => this.#begin(key, work);
    run.next ??= run.running.then(again, again);
    return run.next;
  }

  /** Resolves once the run under way has ended, however it ends. @param key of all keys by default */
  async ended(key?: Key): Promise<void> {
    const runs = [...this.#runs].filter(([of]) => key === undefined || of === key);
    await Promise.allSettled(runs.map(([, { running }]) => running));
  }

  #begin(key: Key, work: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now();
    const running = (async () => work())();
    const run: Run<Result> = { running, beganAt, next: null };
    this.#runs.set(key, run);
    const end = () => {
      if (this.#runs.get(key) === run && !run.next) this.#runs.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
