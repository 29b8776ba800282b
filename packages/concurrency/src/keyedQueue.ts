/** Runs work on the same key one at a time, in the order of the calls, and work on different keys concurrently. */
export class KeyedQueue<Key = string> {
  readonly #capacity: number;
  readonly #last = new Map<Key, Promise<unknown>>();
  #size = 0;
  #waiting: (() => void)[] = [];

  /** @param capacity work of all keys that may run or wait at a time, for callers that heed `room` */
  constructor(capacity = Number.POSITIVE_INFINITY) {
    this.#capacity = capacity;
  }

  /** Whether work on the key is running or waiting. */
  has(key: Key): boolean {
    return this.#last.has(key);
  }

  /** @throws the work's error; the work that follows runs nevertheless */
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    this.#size += 1;
    const begin = () => work();
    const done = (this.#last.get(key) ?? Promise.resolve()).then(begin, begin);
    const end = () => {
      this.#size -= 1;
      if (this.#last.get(key) === done) this.#last.delete(key);
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
    done.then(end, end);
    this.#last.set(key, done);
    return done;
  }

  /** Resolves once less work than the capacity is running or waiting. */
  room(): Promise<void> {
    return this.#until(() => this.#size < this.#capacity);
  }

  /** Resolves once no work is running or waiting. */
  idle(): Promise<void> {
    return this.#until(() => this.#size === 0);
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
