import { readDocument } from '../bson/readBson.ts';
import { type Document, Int32, type Value } from '../bson/values.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Filter } from '../query/filter.ts';
import { type DocumentKeys, documentKeys, type KeyPattern } from './indexKeys.ts';

/** An index of a collection: its specification as given, and what is derived from it. */
export class IndexDefinition implements KeyPattern {
  readonly id: number;
  /**
   * As listIndexes returns it: `{ v, key, name, unique?, sparse?, hidden?, partialFilterExpression?,
   * expireAfterSeconds? }`.
   */
  readonly spec: Document;
  readonly name: string;
  readonly key: Document;
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly descending: readonly boolean[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Kept up to date, but not used by queries. */
  readonly hidden: boolean;
  readonly partial: Filter | undefined;
  /** Undefined unless it is a TTL index. */
  readonly expireAfterSeconds: number | undefined;
  /** Per field: some document has an array on the path, so one document may have several entries. */
  multikey: boolean[];
  /** Some key was too long and ends in a hash, so the order is no longer exact. */
  truncated: boolean;

  constructor(id: number, spec: Document, multikey?: boolean[], truncated = false) {
    this.id = id;
    this.spec = spec;
    this.name = String(spec.get('name'));
    const key = spec.get('key');
    this.key = key instanceof Map ? key : new Map<string, Value>();
    this.fields = [...this.key.keys()];
    this.paths = this.fields.map((field) => field.split('.'));
    this.descending = [...this.key.values()].map((direction) => numberOf(direction) < 0);
    this.unique = spec.get('unique') === true || this.name === '_id_';
    this.sparse = spec.get('sparse') === true;
    this.hidden = spec.get('hidden') === true;
    const partial = spec.get('partialFilterExpression');
    this.partial = partial instanceof Map ? compileFilter(partial, undefined) : undefined;
    const expiry = spec.get('expireAfterSeconds');
    this.expireAfterSeconds = expiry === undefined ? undefined : numberOf(expiry);
    this.multikey = multikey ?? this.fields.map(() => false);
    this.truncated = truncated;
  }

  get isMultikey(): boolean {
    return this.multikey.some(Boolean);
  }

  /** The top-level fields that decide a document's keys; undefined when a partial filter may read any. */
  get neededFields(): ReadonlySet<string> | undefined {
    const needed = new Set(this.paths.map((path) => path[0] ?? ''));
    if (this.partial === undefined) return needed;
    if (this.partial.fields === undefined) return undefined;
    for (const field of this.partial.fields) needed.add(field);
    return needed;
  }

  keysOf(document: Document): DocumentKeys {
    if (this.partial !== undefined && !this.partial.matches(document)) {
      return { keys: [], tuples: [], multikey: this.multikey, truncated: false };
    }
    return documentKeys(this, document);
  }

  keysOfBytes(bytes: Buffer): DocumentKeys {
    return this.keysOf(readDocument(bytes, { only: this.neededFields }));
  }

  /** Updates the definition from a document's keys; true when the stored definition has to be updated. */
  widen(keys: DocumentKeys): boolean {
    let widened = false;
    keys.multikey.forEach((multikey, i) => {
      if (multikey && this.multikey[i] !== true) {
        this.multikey[i] = true;
        widened = true;
      }
    });
    if (keys.truncated && !this.truncated) {
      this.truncated = true;
      widened = true;
    }
    return widened;
  }
}

export function numberOf(value: Value | undefined): number {
  if (value instanceof Int32) return value.value;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}
