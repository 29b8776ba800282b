/** The calls that may stay open: subscriptions, long reads, and appends whose client has more to say. */
export class OpenCalls {
  readonly #stops = new Set<() => void>();

  /**
   * @param stop ends the call, telling its client that the server stops
   * @returns to be called when the call has ended by itself
   */
  add(stop: () => void): () => void {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** Ends all of them: a client that is told can connect again, one that is not would wait for ever. */
  stopAll(): void {
    for (const stop of [...this.#stops]) stop();
  }
}
