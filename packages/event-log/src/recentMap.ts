/** What was met lately: where there is no room for one more, the one goes that was set or got the longest ago. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  /** In the order in which they were used. */
  readonly #entries = new Map<Key, Value>();

  /** @param most so many are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
