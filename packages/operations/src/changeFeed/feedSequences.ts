/**
 * Detects missing batches. Each publisher numbers its own 1, 2, 3 …; batches of several publishers may interleave.
 */
export class FeedSequences {
  readonly #last = new Map<string, number>();

  /** Records a batch without delivering it. */
  skip(publisher: string, sequence: number): void {
    this.#last.set(publisher, Math.max(sequence, this.#last.get(publisher) ?? 0));
  }

  /**
   * `next`: directly after the previous batch. `gap`: some before it are missing. `repeated`: seen already. A new
   * publisher whose first batch is not number 1 counts as a gap: better one refetch too many.
   */
  take(publisher: string, sequence: number): 'next' | 'gap' | 'repeated' {
    const last = this.#last.get(publisher) ?? 0;
    if (sequence <= last) return 'repeated';
    this.#last.set(publisher, sequence);
    return sequence === last + 1 ? 'next' : 'gap';
  }
}
