/** The calls that may stay open: subscriptions, long reads, and appends whose client has not finished. */
export class OpenCalls {
  readonly #stops = new Set<() => void>();

  /**
   * @param stop ends the call and tells its client that the server is stopping
   * @returns a function to call when the call has ended by itself
   */
  add(stop: () => void): () => void {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** Ends all of them: a client that is told can reconnect; one that is not would wait forever. */
  stopAll(): void {
    for (const stop of [...this.#stops]) stop();
  }
}
