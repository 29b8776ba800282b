type Entry = { answer: Promise<unknown>; until: number };
/** How long an answer is kept, in milliseconds since it was asked for. @param tookMs how long the lookup took */
type KeepMs<Answer> = (answer: Answer, tookMs: number) => number;

/** By default, as many answers as users look at at the same time. */
const usualSize = 500;
/** How many times as long as it took an answer is kept, so that lookups take a hundredth of the time at most. */
const keptTimes = 100;

/** Keeps an answer longer the longer its lookup took. */
export function byEffort(maxAgeMs: number): KeepMs<unknown> {
  return (_, tookMs) => tookMs + Math.min(maxAgeMs, keptTimes * tookMs);
}

/**
 * Caches answers for a while. Concurrent requests for the same key share one lookup; failures are not cached. When the
 * cache is full, the least recently used answer is dropped.
 */
export class AnswerCache<Key = string> {
  readonly #entries = new Map<Key, Entry>();
  readonly #maxSize: number;
  readonly #now: () => number;

  /** @param now in milliseconds */
  constructor({ maxSize = usualSize, now = Date.now }: { maxSize?: number; now?: () => number } = {}) {
    this.#maxSize = maxSize;
    this.#now = now;
  }

  /** Forgets answers by their key, all by default; one that is still awaited is not kept. */
  drop(isOut: (key: Key) => boolean = () => true): void {
    for (const key of [...this.#entries.keys()]) if (isOut(key)) this.#entries.delete(key);
  }

  /** @param keepMs of every answer, or of each; infinite: until it is dropped */
  async get<Answer>(key: Key, keepMs: number | KeepMs<Answer>, ask: () => Promise<Answer>): Promise<Answer> {
    const askedAt = this.#now();
    const known = this.#entries.get(key);
    if (known && known.until > askedAt) {
      this.#keep(key, known);
      // Only this key's own questions are stored under it, so the answer is of their type.
      return known.answer as Promise<Answer>;
    }
    const answer = ask();
    // As long as it is awaited, however long that takes.
    const entry: Entry = { answer, until: Number.POSITIVE_INFINITY };
    this.#keep(key, entry);
    try {
      const given = await answer;
      entry.until = askedAt + (typeof keepMs === 'function' ? keepMs(given, this.#now() - askedAt) : keepMs);
      return given;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  /** Entries are in the order of their last use. */
  #keep(key: Key, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#maxSize && !oldest.done) this.#entries.delete(oldest.value);
  }
}
