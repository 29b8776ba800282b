import { readDocument } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import type { Collection } from '../storage/collection.ts';
import { type Environment, idPrefix, type ReadView } from '../storage/environment.ts';
import { openRecord } from '../storage/sealedRecord.ts';
import { ChainedEntries, type EntryStream, MergedEntries } from './entryStream.ts';
import type { Filter } from './filter.ts';
import type { Plan } from './planQuery.ts';

export type FoundRecord = {
  recordId: number;
  bytes: Buffer;
};

/**
 * Walks the records of a plan one by one. Until release() is called, all reads must use the same view; afterwards the
 * scan continues after its last position with the view it is given, so that a cursor holds no snapshot between two
 * batches (an open snapshot keeps LMDB from reusing pages).
 */
export class RecordScan {
  /** Records examined so far. */
  examined = 0;
  readonly #collection: Collection;
  readonly #plan: Plan;
  readonly #filter: Filter;
  readonly #seen: Set<number> | undefined;
  readonly #entries: EntryStream;
  /** For a union: the scans of its branches, run one after another. */
  readonly #branches: RecordScan[];
  #step = 0;

  constructor(environment: Environment, collection: Collection, plan: Plan, filter: Filter) {
    this.#collection = collection;
    this.#plan = plan;
    this.#filter = filter;
    this.#entries = entriesOf(environment, collection, plan);
    // An array has one index entry per element, and intervals of truncated keys may overlap.
    const repeats = plan.kind === 'entries' && (plan.index.isMultikey || plan.index.truncated);
    this.#seen = repeats || plan.kind === 'union' ? new Set() : undefined;
    const branches = plan.kind === 'union' ? plan.plans : [];
    this.#branches = branches.map((branch) => new RecordScan(environment, collection, branch, filter));
  }

  /** The next candidate record: `undefined` at the end, 'miss' for one that does not match. */
  next(view: ReadView): FoundRecord | 'miss' | undefined {
    const record = this.#nextRecord(view);
    if (record === undefined || record === 'miss') return record;
    this.examined++;
    return this.#filter.matches(this.#fieldsOf(record.bytes)) ? record : 'miss';
  }

  /** Whether every entry stands for one match, so that matches can be passed without reading their records. */
  get skips(): boolean {
    return this.#plan.kind === 'entries' && this.#plan.exact;
  }

  /** Passes at most so many matches of a scan that `skips`. Returns how many: 0 at the end. */
  skip(wanted: number, view: ReadView): number {
    return this.#entries.skip(wanted, view);
  }

  release(): void {
    this.#entries.release();
    for (const branch of this.#branches) branch.release();
  }

  #fieldsOf(bytes: Buffer): Document {
    return readDocument(bytes, { only: this.#filter.fields });
  }

  #nextRecord(view: ReadView): FoundRecord | 'miss' | undefined {
    const plan = this.#plan;
    if (plan.kind === 'union') return this.#nextOfBranches(view);
    if (plan.kind === 'keys') {
      const key = plan.keys[this.#step++];
      if (key === undefined) return undefined;
      return this.#load(this.#collection.lookUp(plan.index, key, view), view);
    }
    for (;;) {
      const entry = this.#entries.next(view);
      if (entry === undefined) return undefined;
      if (plan.kind === 'records') {
        return { recordId: entry.key.readUIntBE(4, 6), bytes: openRecord(entry.value, this.#collection.namespace) };
      }
      const recordId = plan.index.unique ? entry.value.readUIntBE(0, 6) : entry.key.readUIntBE(entry.key.length - 6, 6);
      if (this.#seen?.has(recordId) === true) continue;
      this.#seen?.add(recordId);
      return this.#load(recordId, view);
    }
  }

  #nextOfBranches(view: ReadView): FoundRecord | 'miss' | undefined {
    for (let branch = this.#branches[this.#step]; branch !== undefined; branch = this.#branches[++this.#step]) {
      const record = branch.#nextRecord(view);
      if (record === undefined) {
        branch.release();
        continue;
      }
      if (record === 'miss' || this.#seen?.has(record.recordId) === true) return 'miss';
      this.#seen?.add(record.recordId);
      return record;
    }
    return undefined;
  }

  #load(recordId: number | undefined, view: ReadView): FoundRecord | 'miss' {
    if (recordId === undefined) return 'miss';
    const bytes = this.#collection.read(recordId, view);
    return bytes === undefined ? 'miss' : { recordId, bytes };
  }
}

function entriesOf({ records, entries }: Environment, collection: Collection, plan: Plan): EntryStream {
  if (plan.kind === 'entries') {
    return plan.mergeFrom === undefined
      ? new ChainedEntries(entries, plan.intervals, plan.reverse)
      : new MergedEntries(entries, plan.intervals, plan.mergeFrom, plan.reverse);
  }
  const whole = { low: idPrefix(collection.id), high: idPrefix(collection.id + 1) };
  return new ChainedEntries(records, plan.kind === 'records' ? [whole] : [], plan.kind === 'records' && plan.reverse);
}
