/** A map of limited size: when it is full, the entries that were set or read the longest ago make room. */
export class RecentMap<Key, Value> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order in which they were used. */
  readonly #entries = new Map<Key, Value>();
  #size = 0;

  /**
   * @param maxSize of all entries together
   * @param sizeOf how much of it a value takes, the same each time; 1 by default
   */
  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
