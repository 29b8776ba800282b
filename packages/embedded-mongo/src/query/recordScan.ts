import { readDocument } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import type { Collection } from '../storage/collection.ts';
import { type Environment, idPrefix, type ReadView } from '../storage/environment.ts';
import { openRecord } from '../storage/sealedRecord.ts';
import type { Filter } from './compileFilter.ts';
import type { Plan } from './planQuery.ts';

export interface FoundRecord {
  recordId: number;
  bytes: Buffer;
}

type KeyIterator = Iterator<{ key: Buffer; value: Buffer }>;

/**
 * Walks the records of a plan one by one. Between two calls to release() all reads must use the same view; afterwards
 * the scan goes on behind the last position with whatever view it is given, so that a cursor between two batches
 * holds no snapshot (an open snapshot keeps LMDB from reusing pages).
 */
export class RecordScan {
  /** Records looked at so far. */
  examined = 0;
  private readonly environment: Environment;
  private readonly collection: Collection;
  private readonly plan: Plan;
  private readonly filter: Filter;
  private readonly seen: Set<number> | undefined;
  private iterator: KeyIterator | undefined;
  private step = 0;
  private lastKey: Buffer | undefined;

  constructor(environment: Environment, collection: Collection, plan: Plan, filter: Filter) {
    this.environment = environment;
    this.collection = collection;
    this.plan = plan;
    this.filter = filter;
    this.seen = plan.kind === 'entries' && plan.index.isMultikey ? new Set() : undefined;
  }

  /** The next record, tested or not: `undefined` at the end, 'miss' for one that does not match. */
  next(view: ReadView): FoundRecord | 'miss' | undefined {
    const record = this.nextRecord(view);
    if (record === undefined || record === 'miss') return record;
    this.examined++;
    return this.filter.matches(this.fieldsOf(record.bytes)) ? record : 'miss';
  }

  release(): void {
    this.iterator?.return?.();
    this.iterator = undefined;
  }

  private fieldsOf(bytes: Buffer): Document {
    return readDocument(bytes, { only: this.filter.fields });
  }

  private nextRecord(view: ReadView): FoundRecord | 'miss' | undefined {
    const { plan } = this;
    if (plan.kind === 'keys') {
      const key = plan.keys[this.step++];
      if (key === undefined) return undefined;
      return this.load(this.collection.lookUp(plan.index, key, view), view);
    }
    for (;;) {
      const range = this.rangeOf(this.step);
      if (range === undefined) return undefined;
      this.iterator ??= this.open(range.low, range.high, view);
      const { done, value: entry } = this.iterator.next();
      if (done === true) {
        this.iterator = undefined;
        this.lastKey = undefined;
        this.step++;
        continue;
      }
      this.lastKey = entry.key;
      if (plan.kind === 'records') {
        return { recordId: entry.key.readUIntBE(4, 6), bytes: openRecord(entry.value, this.collection.namespace) };
      }
      const recordId = plan.index.unique ? entry.value.readUIntBE(0, 6) : entry.key.readUIntBE(entry.key.length - 6, 6);
      if (this.seen?.has(recordId) === true) continue;
      this.seen?.add(recordId);
      return this.load(recordId, view);
    }
  }

  private load(recordId: number | undefined, view: ReadView): FoundRecord | 'miss' {
    if (recordId === undefined) return 'miss';
    const bytes = this.collection.read(recordId, view);
    return bytes === undefined ? 'miss' : { recordId, bytes };
  }

  private rangeOf(step: number): { low: Buffer; high: Buffer } | undefined {
    const { plan } = this;
    if (plan.kind === 'entries') {
      return plan.reverse ? plan.intervals[plan.intervals.length - 1 - step] : plan.intervals[step];
    }
    return step === 0 ? { low: idPrefix(this.collection.id), high: idPrefix(this.collection.id + 1) } : undefined;
  }

  private open(low: Buffer, high: Buffer, view: ReadView): KeyIterator {
    const { plan } = this;
    const table = plan.kind === 'records' ? this.environment.records : this.environment.entries;
    const reverse = plan.kind !== 'keys' && plan.reverse;
    // `high` is never a key itself when reading backward: LMDB then starts at the key before it.
    const start = this.lastKey ?? (reverse ? high : low);
    const options = reverse
      ? { start, end: low, inclusiveEnd: true, exclusiveStart: true, reverse: true, transaction: view }
      : { start, end: high, exclusiveStart: this.lastKey !== undefined, transaction: view };
    return table.getRange(options)[Symbol.iterator]();
  }
}
