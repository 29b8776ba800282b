import { BackOff } from '@assay/concurrency';
import type { Collection, FindCursor, WithId } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { FeedSequences } from './feedSequences.ts';
import type { FeedBatch, Notice } from './notice.ts';

/** None of these may throw, and none is awaited. */
export type FeedListener = {
  onNotices(notices: Notice[]): void;
  onGap(): void;
  /** Everything published before a time of `performance.now()` has been delivered. Called at least once a second. */
  onCurrent?(at: number): void;
  /** Nothing is delivered until the next `onCurrent`. */
  onLost?(): void;
};

type Opened = {
  cursor: FindCursor<WithId<FeedBatch>>;
  sequences: FeedSequences;
  /** A time of `performance.now()` before its mark was made. */
  openedAt: number;
};

const awaitMs = 1000;
const reopenMs = { first: 100, max: 5_000 };

/**
 * Follows the feed. A tailable cursor starts at the oldest batch, so each round inserts a mark first: batches before it
 * are old, those after it new. The mark also seeds an empty feed, on which such a cursor would end at once.
 */
export class FeedTail {
  readonly #rows: Collection<FeedBatch>;
  readonly #listener: FeedListener;
  readonly #stopping = new AbortController();
  #following: Promise<void> = Promise.resolve();

  private constructor(rows: Collection<FeedBatch>, listener: FeedListener) {
    this.#rows = rows;
    this.#listener = listener;
  }

  /** @throws the store's error, when following cannot start. */
  static async start(rows: Collection<FeedBatch>, listener: FeedListener): Promise<FeedTail> {
    const tail = new FeedTail(rows, listener);
    const opened = await tail.#open();
    tail.#following = tail.#follow(opened);
    return tail;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#following;
  }

  /** @returns a position in the feed after all old batches. */
  async #open(): Promise<Opened> {
    const mark = uuid();
    const openedAt = performance.now();
    await this.#rows.insertOne({ publisher: mark, sequence: 1, notices: [] });
    const sequences = new FeedSequences();
    const cursor = this.#rows.find(
      {},
      { tailable: true, awaitData: true, maxAwaitTimeMS: awaitMs, signal: this.#stopping.signal },
    );
    try {
      for (;;) {
        const batch = await cursor.next();
        if (!batch) throw new Error('the feed was overrun before its end was reached');
        if (batch.publisher === mark) return { cursor, sequences, openedAt };
        if (batch.notices.length > 0) sequences.skip(batch.publisher, batch.sequence);
      }
    } catch (error) {
      await cursor.close();
      throw error;
    }
  }

  async #follow(first: Opened): Promise<void> {
    let opened: Opened | null = first;
    const backOff = new BackOff(reopenMs);
    for (;;) {
      try {
        if (opened === null) {
          opened = await this.#open();
          // Only now, so that anyone who reads again because of this receives every later change.
          this.#listener.onGap();
          backOff.reset();
        }
        this.#listener.onCurrent?.(opened.openedAt);
        await this.#deliver(opened);
      } catch {
        // Whatever the error, the position is lost, as when the cursor just ends. A store that is down is reported by
        // those who need an answer from it.
      }
      this.#listener.onLost?.();
      if (this.#stopping.signal.aborted) return;
      opened = null;
      await backOff.wait(this.#stopping.signal);
    }
  }

  /** Resolves or throws when the cursor is lost: overrun, store gone, or stopped. */
  async #deliver({ cursor, sequences }: Opened): Promise<void> {
    let askedAt = performance.now();
    try {
      while (!cursor.closed) {
        if (cursor.bufferedCount() === 0) askedAt = performance.now();
        const batch = await cursor.tryNext();
        if (batch !== null && batch.notices.length > 0) {
          const place = sequences.take(batch.publisher, batch.sequence);
          if (place === 'gap') this.#listener.onGap();
          if (place !== 'repeated') this.#listener.onNotices(batch.notices);
        }
        if (!cursor.closed && cursor.bufferedCount() === 0) this.#listener.onCurrent?.(askedAt);
      }
    } finally {
      await cursor.close();
    }
  }
}
