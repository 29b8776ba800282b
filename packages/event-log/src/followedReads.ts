import { LruCache } from '@assay/concurrency';

/** How long values are served after the change notices were last known to be complete. */
const trustedMs = 3_000;

type Known<Value> = { value: Value; readAt: number };
type Loaded<Value> = ReadonlyMap<string, Value>;

type Options<Value> = {
  /** Of all values together. */
  maxSize: number;
  /** A positive integer; 1 by default. */
  sizeOf?: (value: Value) => number;
  /** A value is read again after this time, whatever the notices say. */
  maxAgeMs?: number;
  /** In milliseconds, of a clock that never goes back. */
  now?: () => number;
};

/**
 * Caches values of a store for as long as change notices say that they are current. Values are served only while the
 * notices are known to be complete: in a process that does not follow them, and after they were lost, each read goes to
 * the store.
 */
export class FollowedReads<Value> {
  readonly #values: LruCache<string, Known<Value>>;
  /** Reads under way. One that was forgotten is missing here, and its result is not cached. */
  readonly #reads = new Map<string, Promise<Loaded<Value>>>();
  /** How often all values of a source were forgotten. */
  readonly #epochs = new Map<string, number>();
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  #currentAt = Number.NEGATIVE_INFINITY;

  constructor({ maxSize, sizeOf = () => 1, maxAgeMs = Number.POSITIVE_INFINITY, now }: Options<Value>) {
    this.#values = new LruCache(maxSize, ({ value }) => sizeOf(value));
    this.#maxAgeMs = maxAgeMs;
    this.#now = now ?? (() => performance.now());
  }

  /** Whether values are served from memory. */
  isCurrent(): boolean {
    return this.#now() - this.#currentAt < trustedMs;
  }

  /** All changes before a time of the clock have been noticed. */
  markCurrent(at: number): void {
    this.#currentAt = Math.max(this.#currentAt, at);
  }

  /** Notices were missed. */
  forgetEverything(): void {
    this.#values.clear();
    this.#reads.clear();
  }

  /** Notices no longer arrive, until the next `markCurrent`. */
  lost(): void {
    this.#currentAt = Number.NEGATIVE_INFINITY;
    this.forgetEverything();
  }

  /** These values have changed. */
  forget(source: string, ids: readonly string[]): void {
    for (const id of ids) {
      const key = this.#keyOf(source, id);
      this.#values.delete(key);
      this.#reads.delete(key);
    }
  }

  /** Any value of the source may have changed. */
  forgetAll(source: string): void {
    this.#epochs.set(source, this.#epochOf(source) + 1);
  }

  /**
   * @param load reads values from the store, by id; what its answer lacks is not cached
   * @returns the values that exist, by id
   */
  async read(
    source: string,
    ids: readonly string[],
    load: (missing: string[]) => Promise<Loaded<Value>>,
  ): Promise<Loaded<Value>> {
    const wanted = [...new Set(ids)];
    if (!this.isCurrent()) return load(wanted);
    const found = new Map<string, Value>();
    const waiting = new Map<string, Promise<Loaded<Value>>>();
    const missing: string[] = [];
    for (const id of wanted) {
      const key = this.#keyOf(source, id);
      const known = this.#values.get(key);
      const reading = this.#reads.get(key);
      if (known && this.#now() - known.readAt < this.#maxAgeMs) found.set(id, known.value);
      else if (reading) waiting.set(id, reading);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const reading = this.#load(source, missing, load);
      for (const id of missing) waiting.set(id, reading);
    }
    for (const [id, reading] of waiting) {
      const loaded = await reading;
      const value = loaded.get(id);
      if (value !== undefined) found.set(id, value);
    }
    return found;
  }

  #load(source: string, ids: string[], load: (missing: string[]) => Promise<Loaded<Value>>): Promise<Loaded<Value>> {
    const keys = ids.map((id) => [id, this.#keyOf(source, id)] as const);
    const readAt = this.#now();
    const reading = load(ids);
    for (const [, key] of keys) this.#reads.set(key, reading);
    const settle = (loaded: Loaded<Value> | null) => {
      for (const [id, key] of keys) {
        if (this.#reads.get(key) !== reading) continue;
        this.#reads.delete(key);
        const value = loaded?.get(id);
        if (value !== undefined) this.#values.set(key, { value, readAt });
      }
    };
    reading.then(settle, () => settle(null));
    return reading;
  }

  #epochOf(source: string): number {
    return this.#epochs.get(source) ?? 0;
  }

  #keyOf(source: string, id: string): string {
    return `${source} ${this.#epochOf(source)} ${id}`;
  }
}
