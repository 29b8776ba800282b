import { randomUUID } from 'node:crypto';
import { readDocument } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { type Environment, idPrefix, type ReadView, recordKey } from './environment.ts';
import type { IndexBuild } from './indexBuild.ts';
import type { IndexDefinition } from './indexDefinition.ts';
import { IndexEntries } from './indexEntries.ts';
import type { DocumentKeys } from './indexKeys.ts';
import { checksumOf, openRecord, sealRecord } from './sealedRecord.ts';
import { SetHash } from './setHash.ts';

export const maxDocumentBytes = 16 * 1024 * 1024;

export type CappedLimits = {
  /** Bytes of BSON kept. */
  size: number;
  /** Documents kept; 0 for no limit. */
  max: number;
};

/**
 * One collection: its records and index entries. The writing methods run inside a transaction of the write queue; each
 * of them computes and checks every index key before its first write, so a method that throws has changed nothing.
 */
export class Collection {
  readonly id: number;
  database: string;
  name: string;
  readonly uuid: string;
  /** The options given to `create`, returned by listCollections. */
  readonly options: Document;
  readonly capped: CappedLimits | undefined;
  indexes: IndexDefinition[] = [];
  /** Indexes that are being filled and do not serve queries yet. */
  builds: IndexBuild[] = [];
  /** Ids of aborted builds whose entries are still to be reclaimed. */
  abandoned: number[] = [];
  count = 0;
  bytes = 0;
  /** Over all records; stored with the counts. */
  hash = new SetHash();
  dropped = false;
  /** Whether the statistics, or the definition too, differ from what is stored. */
  dirty: 'no' | 'statistics' | 'definition' = 'no';
  /** Called after a commit that added documents to a capped collection. */
  readonly waiters = new Set<() => void>();
  readonly #environment: Environment;
  readonly #entries: IndexEntries;
  #nextRecordId = 0;

  constructor(
    environment: Environment,
    id: number,
    names: { database: string; name: string; uuid?: string },
    options: Document,
    capped: CappedLimits | undefined,
  ) {
    this.#environment = environment;
    this.#entries = new IndexEntries(environment);
    this.id = id;
    this.database = names.database;
    this.name = names.name;
    this.uuid = names.uuid ?? randomUUID();
    this.options = options;
    this.capped = capped;
  }

  get namespace(): string {
    return `${this.database}.${this.name}`;
  }

  /** The BSON of a record, or undefined when it is gone. Throws DataCorruptionDetected. */
  read(recordId: number, view: ReadView): Buffer | undefined {
    const sealed = this.#environment.records.get(recordKey(this.id, recordId), { transaction: view });
    return sealed === undefined ? undefined : openRecord(sealed, this.namespace);
  }

  /** Stores a document, `_id` included, and returns its record id. Throws DuplicateKey, BSONObjectTooLarge. */
  insert(bytes: Buffer): number {
    this.#checkSize(bytes);
    const recordId = this.#takeRecordId();
    const indexes = this.#indexesOf(recordId);
    const keys = this.#keysOf(bytes, indexes);
    this.#checkUnique(indexes, keys, recordId);
    this.#put(recordId, bytes);
    indexes.forEach((index, i) => {
      this.#addEntries(index, keys[i], recordId);
    });
    this.#account(1, bytes.length);
    if (this.capped !== undefined) this.#trim(this.capped);
    return recordId;
  }

  /** Replaces the bytes of a record. Throws as insert does. */
  replace(recordId: number, oldBytes: Buffer, newBytes: Buffer): void {
    this.#checkSize(newBytes);
    const indexes = this.#indexesOf(recordId);
    const before = this.#keysOf(oldBytes, indexes);
    const after = this.#keysOf(newBytes, indexes);
    this.#checkUnique(indexes, after, recordId);
    this.hash.removeBson(recordId, oldBytes);
    this.#put(recordId, newBytes);
    indexes.forEach((index, i) => {
      const old = before[i];
      if (old !== undefined) this.#entries.remove(index, old, recordId, after[i]);
      this.#addEntries(index, after[i], recordId, old);
    });
    this.#account(0, newBytes.length - oldBytes.length);
  }

  remove(recordId: number, bytes: Buffer): void {
    const indexes = this.#indexesOf(recordId);
    const keys = this.#keysOf(bytes, indexes);
    this.#environment.records.removeSync(recordKey(this.id, recordId));
    this.hash.removeBson(recordId, bytes);
    indexes.forEach((index, i) => {
      const own = keys[i];
      if (own !== undefined) this.#entries.remove(index, own, recordId);
    });
    this.#account(-1, -bytes.length);
  }

  /** Adds one record to an index that is being filled. Throws DuplicateKey, CannotIndexParallelArrays. */
  fill(index: IndexDefinition, recordId: number, bytes: Buffer): void {
    const keys = index.keysOfBytes(bytes);
    this.#entries.checkUnique(this.namespace, index, keys, recordId);
    this.#addEntries(index, keys, recordId);
  }

  /** Inside a write: the records after an id, in insertion order. */
  *recordsAfter(recordId: number): Generator<{ recordId: number; bytes: Buffer }> {
    const range = { start: recordKey(this.id, recordId + 1), end: idPrefix(this.id + 1) };
    for (const { key, value } of this.#environment.records.getRange(range)) {
      yield { recordId: key.readUIntBE(4, 6), bytes: openRecord(value, this.namespace) };
    }
  }

  /** The record id that a unique index holds for an encoded key. */
  lookUp(index: IndexDefinition, key: Buffer, view: ReadView): number | undefined {
    return this.#entries.lookUp(index, key, view);
  }

  /** Discards what was derived from a transaction that did not commit. */
  forgetRecordIds(): void {
    this.#nextRecordId = 0;
  }

  /** The highest record id in use, 0 when the collection is empty. */
  lastRecordId(view: ReadView): number {
    const range = { start: idPrefix(this.id + 1), end: idPrefix(this.id), reverse: true, limit: 1, transaction: view };
    for (const key of this.#environment.records.getKeys(range)) {
      if (key.readUInt32BE(0) === this.id) return key.readUIntBE(4, 6);
    }
    return 0;
  }

  #put(recordId: number, bytes: Buffer): void {
    const sealed = sealRecord(bytes);
    this.#environment.records.putSync(recordKey(this.id, recordId), sealed);
    this.hash.add(recordId, checksumOf(sealed));
  }

  /** The indexes that contain a record: of those being filled, the ones that have reached it. */
  #indexesOf(recordId: number): IndexDefinition[] {
    if (this.builds.length === 0) return this.indexes;
    const filled = this.builds.filter(({ upTo }) => recordId <= upTo).map(({ index }) => index);
    return filled.length === 0 ? this.indexes : [...this.indexes, ...filled];
  }

  #keysOf(bytes: Buffer, indexes: IndexDefinition[]): DocumentKeys[] {
    const document = readDocument(bytes, { only: this.#fieldsOf(indexes) });
    return indexes.map((index) => index.keysOf(document));
  }

  #fieldsFor: { indexes: IndexDefinition[]; fields: ReadonlySet<string> | undefined } | undefined;

  #fieldsOf(indexes: IndexDefinition[]): ReadonlySet<string> | undefined {
    if (this.#fieldsFor?.indexes === indexes) return this.#fieldsFor.fields;
    const all = new Set<string>();
    let fields: Set<string> | undefined = all;
    for (const index of indexes) {
      const needed = index.neededFields;
      if (needed === undefined) fields = undefined;
      else for (const field of needed) all.add(field);
    }
    this.#fieldsFor = { indexes, fields };
    return fields;
  }

  #checkSize(bytes: Buffer): void {
    if (bytes.length <= maxDocumentBytes) return;
    throw mongoError(
      'BSONObjectTooLarge',
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${maxDocumentBytes}`,
    );
  }

  #checkUnique(indexes: IndexDefinition[], keys: DocumentKeys[], recordId: number): void {
    keys.forEach((own, i) => {
      const index = indexes[i];
      if (index !== undefined) this.#entries.checkUnique(this.namespace, index, own, recordId);
    });
  }

  #addEntries(index: IndexDefinition, own: DocumentKeys | undefined, recordId: number, present?: DocumentKeys): void {
    if (own === undefined) return;
    this.#entries.add(index, own, recordId, present);
    if (index.widen(own)) this.dirty = 'definition';
  }

  #account(documents: number, bytes: number): void {
    this.count += documents;
    this.bytes += bytes;
    if (this.dirty === 'no') this.dirty = 'statistics';
  }

  #takeRecordId(): number {
    if (this.#nextRecordId === 0) this.#nextRecordId = this.lastRecordId(undefined) + 1;
    return this.#nextRecordId++;
  }

  #trim(limits: CappedLimits): void {
    while (this.count > 1 && (this.bytes > limits.size || (limits.max > 0 && this.count > limits.max))) {
      for (const { recordId, bytes } of this.recordsAfter(0)) {
        this.remove(recordId, bytes);
        break;
      }
    }
  }
}
