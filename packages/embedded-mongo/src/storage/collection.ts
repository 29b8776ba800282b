import { randomUUID } from 'node:crypto';
import { readDocument } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { duplicateKey } from './duplicateKey.ts';
import { type Environment, idPrefix, type ReadView, recordIdBytes, recordKey } from './environment.ts';
import type { IndexDefinition } from './indexDefinition.ts';
import type { DocumentKeys } from './indexKeys.ts';
import { checksumOf, openRecord, sealRecord } from './sealedRecord.ts';
import { SetHash } from './setHash.ts';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

export interface CappedLimits {
  /** Bytes of BSON kept. */
  size: number;
  /** Documents kept; 0 for no limit. */
  max: number;
}

/**
 * One collection: its records and index entries. The writing methods run inside a transaction of the write queue;
 * each of them computes and checks every index key before its first write, so that one which throws has changed nothing.
 */
export class Collection {
  readonly id: number;
  database: string;
  name: string;
  readonly uuid: string;
  /** As `create` was told: answered by listCollections. */
  readonly options: Document;
  readonly capped: CappedLimits | undefined;
  indexes: IndexDefinition[] = [];
  count = 0;
  bytes = 0;
  /** Over all records; stored with the counts. */
  hash = new SetHash();
  dropped = false;
  /** The statistics, or the definition too, differ from what is stored. */
  dirty: 'no' | 'statistics' | 'definition' = 'no';
  /** Called after a commit that added documents to a capped collection. */
  readonly waiters = new Set<() => void>();
  private readonly environment: Environment;
  private nextRecordId = 0;

  constructor(
    environment: Environment,
    id: number,
    names: { database: string; name: string; uuid?: string },
    options: Document,
    capped: CappedLimits | undefined,
  ) {
    this.environment = environment;
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
    const sealed = this.environment.records.get(recordKey(this.id, recordId), { transaction: view });
    return sealed === undefined ? undefined : openRecord(sealed, this.namespace);
  }

  /** Stores a document, `_id` included, and returns its record id. Throws DuplicateKey, BSONObjectTooLarge. */
  insert(bytes: Buffer): number {
    this.checkSize(bytes);
    const keys = this.keysOf(bytes);
    keys.forEach((own, i) => {
      this.checkUnique(this.indexes[i], own, undefined);
    });
    const recordId = this.takeRecordId();
    this.put(recordId, bytes);
    keys.forEach((own, i) => {
      this.addEntries(this.indexes[i], own, recordId, undefined);
    });
    this.account(1, bytes.length);
    if (this.capped !== undefined) this.trim(this.capped);
    return recordId;
  }

  /** Puts new bytes in the place of a record's old ones. Throws as insert does. */
  replace(recordId: number, oldBytes: Buffer, newBytes: Buffer): void {
    this.checkSize(newBytes);
    const before = this.keysOf(oldBytes);
    const after = this.keysOf(newBytes);
    after.forEach((own, i) => {
      this.checkUnique(this.indexes[i], own, recordId);
    });
    this.hash.removeBson(recordId, oldBytes);
    this.put(recordId, newBytes);
    this.indexes.forEach((index, i) => {
      this.removeEntries(index, before[i], recordId, after[i]);
      this.addEntries(index, after[i], recordId, before[i]);
    });
    this.account(0, newBytes.length - oldBytes.length);
  }

  remove(recordId: number, bytes: Buffer): void {
    const keys = this.keysOf(bytes);
    this.environment.records.removeSync(recordKey(this.id, recordId));
    this.hash.removeBson(recordId, bytes);
    this.indexes.forEach((index, i) => {
      this.removeEntries(index, keys[i], recordId, undefined);
    });
    this.account(-1, -bytes.length);
  }

  /** Adds an index and fills it. Nothing is written when a document stands in the way (DuplicateKey, parallel arrays). */
  addIndex(index: IndexDefinition): void {
    const collected: { keys: DocumentKeys; recordId: number }[] = [];
    const seen = new Set<string>();
    for (const { recordId, bytes } of this.allRecords()) {
      const keys = index.keysOfBytes(bytes);
      if (index.unique) {
        keys.keys.forEach((key, i) => {
          const text = key.toString('latin1');
          if (seen.has(text)) throw duplicateKey(this.namespace, index, keys.tuples[i] ?? []);
          seen.add(text);
        });
      }
      collected.push({ keys, recordId });
    }
    for (const { keys, recordId } of collected) this.addEntries(index, keys, recordId, undefined);
    this.indexes = [...this.indexes, index];
    this.dirty = 'definition';
  }

  *allRecords(view?: ReadView): Generator<{ recordId: number; bytes: Buffer }> {
    const range = { start: idPrefix(this.id), end: idPrefix(this.id + 1), transaction: view };
    for (const { key, value } of this.environment.records.getRange(range)) {
      yield { recordId: key.readUIntBE(4, 6), bytes: openRecord(value, this.namespace) };
    }
  }

  /** The record id a unique index holds for an encoded key. */
  lookUp(index: IndexDefinition, key: Buffer, view: ReadView): number | undefined {
    const found = this.environment.entries.get(entryKey(index, key), { transaction: view });
    return found?.readUIntBE(0, 6);
  }

  /** Forgets what was derived from a transaction that did not commit. */
  forgetRecordIds(): void {
    this.nextRecordId = 0;
  }

  /** The highest record id in use, 0 when the collection is empty. */
  lastRecordId(view: ReadView): number {
    const range = { start: idPrefix(this.id + 1), end: idPrefix(this.id), reverse: true, limit: 1, transaction: view };
    for (const key of this.environment.records.getKeys(range)) {
      if (key.readUInt32BE(0) === this.id) return key.readUIntBE(4, 6);
    }
    return 0;
  }

  private put(recordId: number, bytes: Buffer): void {
    const sealed = sealRecord(bytes);
    this.environment.records.putSync(recordKey(this.id, recordId), sealed);
    this.hash.add(recordId, checksumOf(sealed));
  }

  private keysOf(bytes: Buffer): DocumentKeys[] {
    const document = readDocument(bytes, { only: this.indexedFields() });
    return this.indexes.map((index) => index.keysOf(document));
  }

  private fieldsFor: { indexes: IndexDefinition[]; fields: ReadonlySet<string> | undefined } | undefined;

  private indexedFields(): ReadonlySet<string> | undefined {
    if (this.fieldsFor?.indexes === this.indexes) return this.fieldsFor.fields;
    const all = new Set<string>();
    let fields: Set<string> | undefined = all;
    for (const index of this.indexes) {
      const needed = index.neededFields;
      if (needed === undefined) fields = undefined;
      else for (const field of needed) all.add(field);
    }
    this.fieldsFor = { indexes: this.indexes, fields };
    return fields;
  }

  private checkSize(bytes: Buffer): void {
    if (bytes.length <= MAX_DOCUMENT_BYTES) return;
    throw mongoError(
      'BSONObjectTooLarge',
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  }

  private checkUnique(index: IndexDefinition | undefined, own: DocumentKeys, recordId: number | undefined): void {
    if (index === undefined || !index.unique) return;
    own.keys.forEach((key, i) => {
      const holder = this.lookUp(index, key, undefined);
      if (holder !== undefined && holder !== recordId) {
        throw duplicateKey(this.namespace, index, own.tuples[i] ?? []);
      }
    });
  }

  private addEntries(
    index: IndexDefinition | undefined,
    own: DocumentKeys | undefined,
    recordId: number,
    present: DocumentKeys | undefined,
  ): void {
    if (index === undefined || own === undefined) return;
    for (const key of own.keys) {
      if (present !== undefined && holds(present, key)) continue;
      if (index.unique) this.environment.entries.putSync(entryKey(index, key), recordIdBytes(recordId));
      else this.environment.entries.putSync(entryKey(index, key, recordId), NOTHING);
    }
    if (index.widen(own)) this.dirty = 'definition';
  }

  private removeEntries(
    index: IndexDefinition,
    own: DocumentKeys | undefined,
    recordId: number,
    kept: DocumentKeys | undefined,
  ): void {
    if (own === undefined) return;
    for (const key of own.keys) {
      if (kept !== undefined && holds(kept, key)) continue;
      this.environment.entries.removeSync(entryKey(index, key, index.unique ? undefined : recordId));
    }
  }

  private account(documents: number, bytes: number): void {
    this.count += documents;
    this.bytes += bytes;
    if (this.dirty === 'no') this.dirty = 'statistics';
  }

  private takeRecordId(): number {
    if (this.nextRecordId === 0) this.nextRecordId = this.lastRecordId(undefined) + 1;
    return this.nextRecordId++;
  }

  private trim(limits: CappedLimits): void {
    while (this.count > 1 && (this.bytes > limits.size || (limits.max > 0 && this.count > limits.max))) {
      for (const { recordId, bytes } of this.allRecords()) {
        this.remove(recordId, bytes);
        break;
      }
    }
  }
}

const NOTHING = Buffer.alloc(0);

/** The key of an index entry; with a record id for indexes that are not unique. */
export function entryKey(index: IndexDefinition, key: Buffer, recordId?: number): Buffer {
  const whole = Buffer.allocUnsafe(4 + key.length + (recordId === undefined ? 0 : 6));
  whole.writeUInt32BE(index.id, 0);
  key.copy(whole, 4);
  if (recordId !== undefined) whole.writeUIntBE(recordId, 4 + key.length, 6);
  return whole;
}

function holds(keys: DocumentKeys, key: Buffer): boolean {
  return keys.keys.some((other) => other.equals(key));
}
