import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '@assay/contract';
import type { Collection, FindCursor, WithId } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { FeedSequences } from './feedSequences.ts';
import type { FeedBatch, Notice } from './notice.ts';

/** Neither may throw, and neither is awaited. */
export type FeedListener = { onNotices(notices: Notice[]): void; onGap(): void };

type Opened = { cursor: FindCursor<WithId<FeedBatch>>; sequences: FeedSequences };

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
        if (batch.publisher === mark) return { cursor, sequences };
        if (batch.notices.length > 0) sequences.skip(batch.publisher, batch.sequence);
      }
    } catch (error) {
      await cursor.close();
      throw error;
    }
  }

  async #follow(first: Opened): Promise<void> {
    let opened: Opened | null = first;
    let failures = 0;
    for (;;) {
      try {
        if (opened === null) {
          opened = await this.#open();
          // Only now, so that anyone who reads again because of this receives every later change.
          this.#listener.onGap();
          failures = 0;
        }
        await this.#deliver(opened);
      } catch {
        // Whatever the error, the position is lost, as when the cursor just ends. A store that is down is reported by
        // those who need an answer from it.
      }
      if (this.#stopping.signal.aborted) return;
      opened = null;
      failures += 1;
      const { signal } = this.#stopping;
      await sleep(backOffMs(failures, reopenMs), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves or throws when the cursor is lost: overrun, store gone, or stopped. */
  async #deliver({ cursor, sequences }: Opened): Promise<void> {
    try {
      for await (const { publisher, sequence, notices } of cursor) {
        if (notices.length === 0) continue;
        const place = sequences.take(publisher, sequence);
        if (place === 'gap') this.#listener.onGap();
        if (place !== 'repeated') this.#listener.onNotices(notices);
      }
    } finally {
      await cursor.close();
    }
  }
}
