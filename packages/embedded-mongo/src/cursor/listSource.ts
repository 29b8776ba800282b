import { type Document, RawDocument, type Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { batchBytes } from './batchBytes.ts';
import type { Batch, BatchSource } from './cursorRegistry.ts';

/** The batches of a list that is known as a whole. */
export class ListSource implements BatchSource {
  #documents: readonly Document[];
  #at = 0;

  constructor(documents: readonly Document[]) {
    this.#documents = documents;
  }

  async nextBatch(limit: number): Promise<Batch> {
    const documents: Value[] = [];
    const most = batchBytes();
    for (let size = 0; (limit === 0 || documents.length < limit) && size <= most; this.#at++) {
      const document = this.#documents[this.#at];
      if (document === undefined) break;
      const raw = new RawDocument(writeDocument(document));
      documents.push(raw);
      size += raw.bytes.length;
    }
    return { documents, exhausted: this.#at >= this.#documents.length };
  }

  close(): void {
    this.#documents = [];
  }
}
