import { readDocument } from '../bson/readBson.ts';
import { type Document, documentOf, Int32, type Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { mongoError } from '../errors/mongoError.ts';
import { readHead, readStatistics, writeHead, writeStatistics } from './catalogRows.ts';
import { type CappedLimits, Collection } from './collection.ts';
import { damaged } from './damage.ts';
import type { Environment, ReadView } from './environment.ts';
import { IndexBuild } from './indexBuild.ts';
import { IndexDefinition, numberOf } from './indexDefinition.ts';
import { openRecord, sealRecord } from './sealedRecord.ts';

/** Collections that are being filled to replace another one; leftovers of a kill are dropped at the next start. */
export const temporaryPrefix = 'tmp.agg_out.';

/**
 * All databases and collections, kept in memory and in the `catalog` table: `head` is the next id and the number of
 * collections; `c:<id>` a definition; `s:<id>` its statistics; `d:<table>:<id>` something dropped whose space is still
 * to be reclaimed. Collections and indexes draw their ids from one counter, and an id is never reused, so dropping is
 * one small write and the space is reclaimed later.
 */
export class Catalog {
  readonly #environment: Environment;
  readonly #collections = new Map<string, Collection>();
  readonly #byId = new Map<number, Collection>();
  #nextId = 1;
  #storedHead = '';

  /** `view` reads the catalog of a snapshot, which is read-only. */
  constructor(environment: Environment, view?: ReadView) {
    this.#environment = environment;
    this.reload(view);
  }

  find(database: string, name: string): Collection | undefined {
    return this.#collections.get(`${database}.${name}`);
  }

  all(): Collection[] {
    return [...this.#collections.values()];
  }

  /** Inside a write: creates a collection with its `_id_` index. Throws NamespaceExists, InvalidNamespace. */
  create(database: string, name: string, options: Document = new Map()): Collection {
    checkNames(database, name);
    if (this.find(database, name) !== undefined) {
      throw mongoError('NamespaceExists', `Collection ${database}.${name} already exists.`);
    }
    const collection = new Collection(
      this.#environment,
      this.takeId(),
      { database, name },
      options,
      cappedLimits(options),
    );
    collection.indexes = [
      new IndexDefinition(
        this.takeId(),
        documentOf({ v: new Int32(2), key: documentOf({ _id: new Int32(1) }), name: '_id_' }),
      ),
    ];
    collection.dirty = 'definition';
    this.#add(collection);
    return collection;
  }

  /** Inside a write: the collection of that name, created if it does not exist. */
  findOrCreate(database: string, name: string): Collection {
    return this.find(database, name) ?? this.create(database, name);
  }

  /** Inside a write. */
  drop(collection: Collection): void {
    this.#collections.delete(collection.namespace);
    this.#byId.delete(collection.id);
    collection.dropped = true;
    this.#environment.catalog.removeSync(textKey(`c:${collection.id}`));
    this.#environment.catalog.removeSync(textKey(`s:${collection.id}`));
    this.#markDead('records', collection.id);
    const builds = collection.builds.map(({ index }) => index);
    for (const { id } of [...collection.indexes, ...builds]) this.#markDead('entries', id);
    for (const id of collection.abandoned) this.#markDead('entries', id);
    collection.builds = [];
    for (const wake of collection.waiters) wake();
  }

  /** Inside a write. */
  dropIndex(collection: Collection, index: IndexDefinition): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    collection.dirty = 'definition';
    this.#markDead('entries', index.id);
  }

  /** Inside a write: adds an index that is to be filled from now on. */
  startBuild(collection: Collection, spec: Document): IndexBuild {
    const build = new IndexBuild(new IndexDefinition(this.takeId(), spec));
    collection.builds = [...collection.builds, build];
    collection.dirty = 'definition';
    return build;
  }

  /** Inside a write: the index is complete and serves queries from now on. */
  finishBuild(collection: Collection, build: IndexBuild): void {
    collection.builds = collection.builds.filter((other) => other !== build);
    collection.indexes = [...collection.indexes, build.index];
    collection.dirty = 'definition';
  }

  /** Inside a write. */
  abandonBuild(collection: Collection, build: IndexBuild): void {
    collection.builds = collection.builds.filter((other) => other !== build);
    collection.dirty = 'definition';
    this.#markDead('entries', build.index.id);
  }

  /** Inside a write: releases the leftovers of aborted index builds for reclaiming. */
  buryAbandoned(): void {
    for (const collection of this.#byId.values()) {
      if (collection.abandoned.length === 0) continue;
      for (const id of collection.abandoned) this.#markDead('entries', id);
      collection.abandoned = [];
      collection.dirty = 'definition';
    }
  }

  /** Inside a write. */
  rename(collection: Collection, database: string, name: string): void {
    checkNames(database, name);
    this.#collections.delete(collection.namespace);
    collection.database = database;
    collection.name = name;
    collection.dirty = 'definition';
    this.#collections.set(collection.namespace, collection);
  }

  takeId(): number {
    return this.#nextId++;
  }

  /** Inside a write, at its end: stores what has changed in memory. */
  persist(): void {
    for (const collection of this.#byId.values()) {
      if (collection.dirty === 'no') continue;
      if (collection.dirty === 'definition') {
        this.#environment.catalog.putSync(
          textKey(`c:${collection.id}`),
          sealRecord(writeDocument(definitionOf(collection))),
        );
      }
      this.#environment.catalog.putSync(textKey(`s:${collection.id}`), writeStatistics(collection));
      collection.dirty = 'no';
    }
    const head = `${this.#nextId} ${this.#byId.size}`;
    if (head === this.#storedHead) return;
    this.#environment.catalog.putSync(
      textKey('head'),
      writeHead({ nextId: this.#nextId, collections: this.#byId.size }),
    );
    this.#storedHead = head;
  }

  /** Reads everything from the table: at the start, and after an aborted transaction. */
  reload(view?: ReadView): void {
    const present = new Set<number>();
    const range = { start: textKey('c:'), end: textKey('c;'), transaction: view };
    for (const { key, value } of this.#environment.catalog.getRange(range)) {
      present.add(this.#load(Number(key.toString('utf8').slice(2)), value, view).id);
    }
    const head = this.#environment.catalog.get(textKey('head'), { transaction: view });
    const { nextId, collections } = head === undefined ? { nextId: 1, collections: 0 } : readHead(head);
    if (collections !== present.size) {
      throw damaged(`The catalog names ${present.size} collections where ${collections} were stored`);
    }
    this.#nextId = nextId;
    this.#storedHead = `${nextId} ${collections}`;
    for (const [id, collection] of this.#byId) {
      if (present.has(id)) continue;
      this.#byId.delete(id);
      collection.dropped = true;
    }
    this.#collections.clear();
    for (const collection of this.#byId.values()) this.#collections.set(collection.namespace, collection);
  }

  /** Ids of dropped collections and indexes whose space is not reclaimed yet. */
  deadIds(table: 'records' | 'entries', view: ReadView): Set<number> {
    const range = { start: textKey(`d:${table}:`), end: textKey(`d:${table};`), transaction: view };
    const keys = [...this.#environment.catalog.getKeys(range)];
    return new Set(keys.map((key) => Number(key.toString('utf8').split(':')[2])));
  }

  /** The next dropped collection or index whose space is not reclaimed yet. */
  nextDead(): { table: 'records' | 'entries'; id: number } | undefined {
    const range = { start: textKey('d:'), end: textKey('d;'), limit: 1 };
    for (const key of this.#environment.catalog.getKeys(range)) {
      const [, table, id] = key.toString('utf8').split(':');
      return { table: table === 'records' ? 'records' : 'entries', id: Number(id) };
    }
    return undefined;
  }

  /** Inside a write: its space has been reclaimed. */
  forgetDead(table: 'records' | 'entries', id: number): void {
    this.#environment.catalog.removeSync(textKey(`d:${table}:${id}`));
  }

  #markDead(table: 'records' | 'entries', id: number): void {
    this.#environment.catalog.putSync(textKey(`d:${table}:${id}`), Buffer.alloc(0));
  }

  #load(id: number, value: Buffer, view: ReadView): Collection {
    const stored = readDocument(openRecord(value, 'the catalog'));
    const options = documentField(stored, 'options');
    const names = { database: String(stored.get('db')), name: String(stored.get('name')) };
    const known = this.#byId.get(id);
    const collection =
      known ??
      new Collection(
        this.#environment,
        id,
        { ...names, uuid: String(stored.get('uuid')) },
        options,
        cappedLimits(options),
      );
    collection.database = names.database;
    collection.name = names.name;
    collection.dropped = false;
    collection.dirty = 'no';
    collection.indexes = arrayField(stored, 'indexes').map(loadIndex);
    collection.builds = [];
    collection.abandoned = arrayField(stored, 'unfinished').map(numberOf);
    const statistics = this.#environment.catalog.get(textKey(`s:${id}`), { transaction: view });
    if (statistics === undefined) {
      throw damaged(`The statistics of ${collection.namespace} are missing`);
    }
    Object.assign(collection, readStatistics(statistics, collection.namespace));
    collection.forgetRecordIds();
    this.#add(collection);
    return collection;
  }

  #add(collection: Collection): void {
    this.#byId.set(collection.id, collection);
    this.#collections.set(collection.namespace, collection);
  }
}

/** The limits, when `options` describe a capped collection. */
function cappedLimits(options: Document): CappedLimits | undefined {
  if (options.get('capped') !== true) return undefined;
  const max = options.get('max');
  return { size: numberOf(options.get('size')), max: max === undefined ? 0 : numberOf(max) };
}

function definitionOf(collection: Collection): Document {
  return documentOf({
    db: collection.database,
    name: collection.name,
    uuid: collection.uuid,
    options: collection.options,
    unfinished: [...collection.builds.map(({ index }) => index.id), ...collection.abandoned],
    indexes: collection.indexes.map((index) =>
      documentOf({
        id: index.id,
        spec: index.spec,
        multikey: index.multikey,
        truncated: index.truncated,
      }),
    ),
  });
}

function loadIndex(stored: Value): IndexDefinition {
  const definition: Document = stored instanceof Map ? stored : new Map();
  const multikey = arrayField(definition, 'multikey').map((flag) => flag === true);
  const truncated = definition.get('truncated') === true;
  return new IndexDefinition(numberOf(definition.get('id')), documentField(definition, 'spec'), multikey, truncated);
}

function documentField(document: Document, name: string): Document {
  const value = document.get(name);
  return value instanceof Map ? value : new Map();
}

function arrayField(document: Document, name: string): Value[] {
  const value = document.get(name);
  return Array.isArray(value) ? value : [];
}

export function textKey(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

function checkNames(database: string, name: string): void {
  if (database === '' || /[\s/\\."$\0]/.test(database) || database.length > 63) {
    throw mongoError('InvalidNamespace', `Invalid namespace specified '${database}.${name}'`);
  }
  if (name === '' || name.includes('$') || name.includes('\0') || name.startsWith('.') || name.endsWith('.')) {
    throw mongoError('InvalidNamespace', `Invalid collection name: ${name}`);
  }
  if (Buffer.byteLength(`${database}.${name}`) > 255) {
    throw mongoError('InvalidNamespace', `Fully qualified namespace is too long: ${database}.${name}`);
  }
}
