import { readDocument } from '../bson/readBson.ts';
import { RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Projection } from '../query/compileProjection.ts';
import type { Filter } from '../query/filter.ts';
import type { Collection } from '../storage/collection.ts';
import { type Environment, recordKey } from '../storage/environment.ts';
import { openRecord } from '../storage/sealedRecord.ts';
import { batchBytes } from './batchBytes.ts';
import type { Batch, BatchSource } from './cursorRegistry.ts';
import type { Pace } from './pace.ts';

/**
 * A tailable cursor: walks a capped collection in insertion order and waits at its end. As in MongoDB it dies when its
 * first batch is empty, and when the document at its position has been overwritten.
 */
export class TailSource implements BatchSource {
  readonly #environment: Environment;
  readonly #collection: Collection;
  readonly #filter: Filter;
  readonly #projection: Projection | undefined;
  /** The record at its position; 0 before the first. */
  #position = 0;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(environment: Environment, collection: Collection, filter: Filter, projection: Projection | undefined) {
    this.#environment = environment;
    this.#collection = collection;
    this.#filter = filter;
    this.#projection = projection;
  }

  async nextBatch(limit: number, pace: Pace): Promise<Batch> {
    if (this.#collection.dropped) return { documents: [], exhausted: true };
    const view = this.#environment.root.useReadTransaction();
    try {
      if (this.#position > 0 && this.#collection.read(this.#position, view) === undefined) {
        throw mongoError(
          'CappedPositionLost',
          `CollectionScan died due to position in capped collection being deleted. Last seen record id: RecordId(${this.#position})`,
        );
      }
      const documents: Value[] = [];
      let size = 0;
      const start = recordKey(this.#collection.id, this.#position + 1);
      const end = recordKey(this.#collection.id + 1, 0);
      for (const { key, value } of this.#environment.records.getRange({ start, end, transaction: view })) {
        if (pace.step()) await pace.pause();
        this.#position = key.readUIntBE(4, 6);
        const bytes = openRecord(value, this.#collection.namespace);
        if (!this.#filter.matches(readDocument(bytes, { only: this.#filter.fields }))) continue;
        documents.push(this.#projected(bytes));
        size += bytes.length;
        if (documents.length === limit || size > batchBytes()) break;
      }
      return { documents, exhausted: this.#position === 0 };
    } finally {
      view.done();
    }
  }

  waitForMore(milliseconds: number, interrupted: () => boolean): Promise<void> {
    if (this.#closed || interrupted() || this.#collection.dropped || this.#hasMore()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#collection.waiters.delete(done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#collection.waiters.add(done);
      this.#wake = done;
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  #hasMore(): boolean {
    return this.#collection.lastRecordId(undefined) > this.#position;
  }

  #projected(bytes: Buffer): Value {
    return this.#projection === undefined ? new RawDocument(bytes) : this.#projection.project(readDocument(bytes));
  }
}
