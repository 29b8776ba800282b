type Entry = { answer: Promise<unknown>; until: number };

const maxEntries = 500;

/**
 * Caches answers for a while. Concurrent requests for the same key share one lookup; failures are not cached.
 */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();

  /** Forgets answers by their key; one that is still awaited is not kept. */
  drop(isOut: (key: string) => boolean): void {
    for (const key of [...this.#entries.keys()]) if (isOut(key)) this.#entries.delete(key);
  }

  /** @param now milliseconds */
  async get<Answer>(key: string, keepMs: number, ask: () => Promise<Answer>, now = Date.now()): Promise<Answer> {
    const known = this.#entries.get(key);
    // Only this key's own questions are stored under it, so that the answer is of their type.
    if (known && known.until > now) return known.answer as Promise<Answer>;
    const answer = ask();
    this.#entries.delete(key);
    this.#entries.set(key, { answer, until: now + keepMs });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > maxEntries && !oldest.done) this.#entries.delete(oldest.value);
    try {
      return await answer;
    } catch (error) {
      if (this.#entries.get(key)?.answer === answer) this.#entries.delete(key);
      throw error;
    }
  }
}
