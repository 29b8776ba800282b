import type { Database } from 'lmdb';
import type { ReadView } from '../storage/environment.ts';
import type { Interval } from './indexBounds.ts';

export type Entry = {
  key: Buffer;
  value: Buffer;
};

/** Reads one interval of a table, forward or backward; after release() it continues after the last key it returned. */
export class IntervalReader {
  readonly #table: Database<Buffer, Buffer>;
  readonly #interval: Interval;
  readonly #reverse: boolean;
  #iterator: Iterator<Entry> | undefined;
  #lastKey: Buffer | undefined;

  constructor(table: Database<Buffer, Buffer>, interval: Interval, reverse: boolean) {
    this.#table = table;
    this.#interval = interval;
    this.#reverse = reverse;
  }

  next(view: ReadView): Entry | undefined {
    this.#iterator ??= this.#open(view);
    const { done, value } = this.#iterator.next();
    if (done === true) return undefined;
    this.#lastKey = value.key;
    return value;
  }

  release(): void {
    this.#iterator?.return?.();
    this.#iterator = undefined;
  }

  #open(view: ReadView): Iterator<Entry> {
    const { low, high } = this.#interval;
    // `high` is exclusive: backward, LMDB starts at the key before it.
    const start = this.#lastKey ?? (this.#reverse ? high : low);
    const options = this.#reverse
      ? { start, end: low, inclusiveEnd: true, exclusiveStart: true, reverse: true, transaction: view }
      : { start, end: high, exclusiveStart: this.#lastKey !== undefined, transaction: view };
    return this.#table.getRange(options)[Symbol.iterator]();
  }
}
