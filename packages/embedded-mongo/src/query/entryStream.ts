import type { Database } from 'lmdb';
import type { ReadView } from '../storage/environment.ts';
import type { Interval } from './indexBounds.ts';
import { type Entry, IntervalReader } from './intervalReader.ts';

/** The index entries of several intervals. */
export type EntryStream = {
  next(view: ReadView): Entry | undefined;
  /** Passes at most so many entries. Returns how many: 0 at the end. */
  skip(wanted: number, view: ReadView): number;
  release(): void;
};

/** One interval after another, the last one first when reading backward. */
export class ChainedEntries implements EntryStream {
  readonly #readers: IntervalReader[];
  #at = 0;

  constructor(table: Database<Buffer, Buffer>, intervals: readonly Interval[], reverse: boolean) {
    const inOrder = reverse ? [...intervals].reverse() : intervals;
    this.#readers = inOrder.map((interval) => new IntervalReader(table, interval, reverse));
  }

  next(view: ReadView): Entry | undefined {
    for (; this.#at < this.#readers.length; this.#at++) {
      const entry = this.#readers[this.#at]?.next(view);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  skip(wanted: number, view: ReadView): number {
    let skipped = 0;
    for (;;) {
      skipped += this.#readers[this.#at]?.skip(wanted - skipped, view) ?? 0;
      if (skipped === wanted || this.#at >= this.#readers.length) return skipped;
      this.#at++;
    }
  }

  release(): void {
    this.#readers[this.#at]?.release();
  }
}

type Lane = { reader: IntervalReader; from: number; head: Entry | undefined; started: boolean };

/** All intervals in parallel, merged by what follows the fixed points at the start of their keys. */
export class MergedEntries implements EntryStream {
  readonly #lanes: Lane[];
  readonly #sign: number;

  constructor(
    table: Database<Buffer, Buffer>,
    intervals: readonly Interval[],
    mergeFrom: readonly number[],
    reverse: boolean,
  ) {
    this.#lanes = intervals.map((interval, i) => ({
      reader: new IntervalReader(table, interval, reverse),
      from: mergeFrom[i] ?? 0,
      head: undefined,
      started: false,
    }));
    this.#sign = reverse ? -1 : 1;
  }

  next(view: ReadView): Entry | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes) {
      if (!lane.started) {
        lane.head = lane.reader.next(view);
        lane.started = true;
      }
      if (lane.head === undefined) continue;
      if (best?.head !== undefined) {
        const order = lane.head.key.compare(best.head.key, best.from, best.head.key.length, lane.from);
        if (order * this.#sign >= 0) continue;
      }
      best = lane;
    }
    if (best === undefined) return undefined;
    best.started = false;
    return best.head;
  }

  skip(wanted: number, view: ReadView): number {
    let skipped = 0;
    while (skipped < wanted && this.next(view) !== undefined) skipped++;
    return skipped;
  }

  release(): void {
    for (const lane of this.#lanes) lane.reader.release();
  }
}
