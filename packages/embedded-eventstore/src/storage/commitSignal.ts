/** Wakes waiters when new events arrive. Only signalled after a commit, so nobody sees an event that may vanish. */
export class CommitSignal {
  readonly #ofAll = new Set<() => void>();
  readonly #ofStream = new Map<string, Set<() => void>>();

  /** Resolves at the next commit that writes to the stream (to any stream when none is given), or when `stop` fires. */
  next(streamName: string | undefined, stop: AbortSignal): Promise<void> {
    const waiting = this.#waitingFor(streamName);
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        if (streamName !== undefined && waiting.size === 0) this.#ofStream.delete(streamName);
        stop.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      stop.addEventListener('abort', wake);
      if (stop.aborted) wake();
    });
  }

  committed(streamNames: Iterable<string>): void {
    for (const wake of [...this.#ofAll]) wake();
    if (this.#ofStream.size === 0) return;
    for (const name of streamNames) {
      for (const wake of [...(this.#ofStream.get(name) ?? [])]) wake();
    }
  }

  #waitingFor(streamName: string | undefined): Set<() => void> {
    if (streamName === undefined) return this.#ofAll;
    const waiting = this.#ofStream.get(streamName) ?? new Set<() => void>();
    this.#ofStream.set(streamName, waiting);
    return waiting;
  }
}
