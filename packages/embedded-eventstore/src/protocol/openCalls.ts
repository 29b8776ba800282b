import { shuttingDown } from './callErrors.ts';

/** The calls that stay open: subscriptions, long reads and batch appends. */
export class OpenCalls {
  readonly #stops = new Set<(error: Error) => void>();

  /**
   * @param stop ends the call with an error
   * @returns to be called when the call has ended by itself
   */
  add(stop: (error: Error) => void): () => void {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** Ends all of them: a client that is told can connect again, one that is not would wait for ever. */
  stopAll(): void {
    for (const stop of [...this.#stops]) stop(shuttingDown());
  }
}
