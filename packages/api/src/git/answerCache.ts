type Entry = { answer: Promise<unknown>; until: number };

const maxEntries = 500;

/**
 * Caches answers for a while. Concurrent requests for the same key share one lookup; failures are not cached.
 */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  /** @param now in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Forgets answers by their key; one that is still awaited is not kept. */
  drop(isOut: (key: string) => boolean): void {
    for (const key of [...this.#entries.keys()]) if (isOut(key)) this.#entries.delete(key);
  }

  /** @param keepMs of every answer, or of each */
  async get<Answer>(
    key: string,
    keepMs: number | ((answer: Answer) => number),
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const now = this.#now();
    const known = this.#entries.get(key);
    // Only this key's own questions are stored under it, so that the answer is of their type.
    if (known && known.until > now) return known.answer as Promise<Answer>;
    const answer = ask();
    // As long as it is awaited, however long that takes.
    const entry: Entry = { answer, until: Number.POSITIVE_INFINITY };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > maxEntries && !oldest.done) this.#entries.delete(oldest.value);
    try {
      const given = await answer;
      entry.until = now + (typeof keepMs === 'function' ? keepMs(given) : keepMs);
      return given;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }
}
