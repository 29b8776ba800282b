import type { Collection } from 'mongodb';
import { v7 as uuid } from 'uuid';
import type { FeedBatch, Notice } from './notice.ts';

/** Keeps a batch far below the document size limit, and a small part of the 16 MB feed. */
const noticesInBatch = 500;

type Waiting = { notices: Notice[]; done: () => void; failed: (error: unknown) => void };

/**
 * Writes notices in the order they were published. One insert at a time: two at once could be stored the wrong way
 * round, which would look like a gap. Notices published during an insert go into the next one together.
 */
export class FeedPublisher {
  readonly #rows: Collection<FeedBatch>;
  readonly #publisher = uuid();
  #sequence = 0;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(rows: Collection<FeedBatch>) {
    this.#rows = rows;
  }

  publish(notices: Notice[]): Promise<void> {
    if (notices.length === 0) return Promise.resolve();
    return new Promise((done, failed) => {
      this.#waiting.push({ notices, done, failed });
      if (!this.#writing) void this.#writeWaiting();
    });
  }

  async #writeWaiting(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(taken.flatMap(({ notices }) => notices));
        for (const { done } of taken) done();
      } catch (error) {
        // It is unknown whether it was stored. Its number is used up, so that the next batch shows the gap.
        for (const { failed } of taken) failed(error);
      }
    }
    this.#writing = false;
  }

  async #write(notices: Notice[]): Promise<void> {
    const batches: FeedBatch[] = [];
    for (let from = 0; from < notices.length; from += noticesInBatch) {
      this.#sequence += 1;
      batches.push({
        publisher: this.#publisher,
        sequence: this.#sequence,
        notices: notices.slice(from, from + noticesInBatch),
      });
    }
    await this.#rows.insertMany(batches, { ordered: true });
  }
}
