/**
 * Tells whether batches are missing. Each publisher numbers its own 1, 2, 3 …; batches of several publishers may come in
 * any mixture.
 */
export class FeedSequences {
  readonly #last = new Map<string, number>();

  /** Takes note of a batch that nobody has to hear of. */
  skip(publisher: string, sequence: number): void {
    this.#last.set(publisher, Math.max(sequence, this.#last.get(publisher) ?? 0));
  }

  /**
   * `next`: right after the one before. `gap`: some before it are missing. `repeated`: heard of already.
   * A publisher not heard of yet whose first batch is not number 1 counts as a gap: better one refetch too many.
   */
  take(publisher: string, sequence: number): 'next' | 'gap' | 'repeated' {
    const last = this.#last.get(publisher) ?? 0;
    if (sequence <= last) return 'repeated';
    this.#last.set(publisher, sequence);
    return sequence === last + 1 ? 'next' : 'gap';
  }
}
