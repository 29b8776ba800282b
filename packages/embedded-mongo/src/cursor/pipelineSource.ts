import { type Document, RawDocument, type Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { batchBytes } from './batchBytes.ts';
import type { Batch, BatchSource } from './cursorRegistry.ts';
import type { Pace } from './pace.ts';

/** The batches of an aggregation. */
export class PipelineSource implements BatchSource {
  readonly #output: AsyncIterator<Document[]>;
  readonly #suspend: () => void;
  readonly #usePace: (pace: Pace) => void;
  #waiting: Document[] = [];
  #ended = false;

  /** `suspend` is called after every batch; `usePace` before it, with the pace of the requesting command. */
  constructor(output: AsyncIterable<Document[]>, suspend: () => void, usePace: (pace: Pace) => void) {
    this.#output = output[Symbol.asyncIterator]();
    this.#suspend = suspend;
    this.#usePace = usePace;
  }

  async nextBatch(limit: number, pace: Pace): Promise<Batch> {
    this.#usePace(pace);
    const documents: Value[] = [];
    let size = 0;
    try {
      while (limit === 0 || documents.length < limit) {
        const document = this.#waiting.shift();
        if (document === undefined) {
          if (!(await this.#refill())) break;
          continue;
        }
        if (pace.step()) await pace.pause();
        const raw = new RawDocument(writeDocument(document));
        documents.push(raw);
        size += raw.bytes.length;
        if (size > batchBytes()) break;
      }
      if (this.#waiting.length === 0 && !this.#ended) await this.#refill();
      return { documents, exhausted: this.#ended && this.#waiting.length === 0 };
    } finally {
      this.#suspend();
    }
  }

  close(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#suspend();
  }

  /** False at the end. */
  async #refill(): Promise<boolean> {
    if (this.#ended) return false;
    const next = await this.#output.next();
    if (next.done === true) this.#ended = true;
    else this.#waiting = next.value;
    return next.done !== true;
  }
}
