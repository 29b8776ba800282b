import type { Database, RangeOptions } from 'lmdb';
import type { ReadView } from '../storage/environment.ts';
import type { Interval } from './indexBounds.ts';

export type Entry = {
  key: Buffer;
  value: Buffer;
};

/** How many entries LMDB passes in one step: about a millisecond. */
export const entriesInStep = 10_000;

/** The number of an interval's entries, in parts that are counted one by one. */
export function* countEntries(
  table: Database<Buffer, Buffer>,
  { low, high }: Interval,
  view: ReadView,
): Generator<number> {
  let start = low;
  for (;;) {
    const [next] = table.getKeys({ start, end: high, offset: entriesInStep, limit: 1, transaction: view });
    if (next === undefined) return yield table.getKeysCount({ start, end: high, transaction: view });
    yield entriesInStep;
    start = next;
  }
}

/** Reads one interval of a table, forward or backward; after release() it continues after the last key it returned. */
export class IntervalReader {
  readonly #table: Database<Buffer, Buffer>;
  readonly #interval: Interval;
  readonly #reverse: boolean;
  #iterator: Iterator<Entry> | undefined;
  #lastKey: Buffer | undefined;
  #ended = false;

  constructor(table: Database<Buffer, Buffer>, interval: Interval, reverse: boolean) {
    this.#table = table;
    this.#interval = interval;
    this.#reverse = reverse;
  }

  next(view: ReadView): Entry | undefined {
    if (this.#ended) return undefined;
    this.#iterator ??= this.#table.getRange(this.#range(view))[Symbol.iterator]();
    const { done, value } = this.#iterator.next();
    if (done === true) return undefined;
    this.#lastKey = value.key;
    return value;
  }

  /** Passes entries without reading them. Returns how many: fewer than wanted at the end of the interval. */
  skip(wanted: number, view: ReadView): number {
    if (this.#ended || wanted === 0) return 0;
    this.release();
    const [last] = this.#table.getKeys({ ...this.#range(view), offset: wanted - 1, limit: 1 });
    if (last !== undefined) {
      this.#lastKey = last;
      return wanted;
    }
    this.#ended = true;
    return this.#table.getKeysCount(this.#range(view));
  }

  release(): void {
    this.#iterator?.return?.();
    this.#iterator = undefined;
  }

  /** What is left of the interval. */
  #range(view: ReadView): RangeOptions {
    const { low, high } = this.#interval;
    // `high` is exclusive: backward, LMDB starts at the key before it.
    const start = this.#lastKey ?? (this.#reverse ? high : low);
    return this.#reverse
      ? { start, end: low, inclusiveEnd: true, exclusiveStart: true, reverse: true, transaction: view }
      : { start, end: high, exclusiveStart: this.#lastKey !== undefined, transaction: view };
  }
}
