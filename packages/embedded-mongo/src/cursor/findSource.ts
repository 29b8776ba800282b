import { readDocument } from '../bson/readBson.ts';
import { RawDocument, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Projection } from '../query/compileProjection.ts';
import type { Filter } from '../query/filter.ts';
import { entriesInStep } from '../query/intervalReader.ts';
import { keptOf } from '../query/keptFields.ts';
import type { PlannedQuery } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import { compareSortKeys, sortKeyOf } from '../query/sortOrder.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment, ReadView } from '../storage/environment.ts';
import { batchBytes } from './batchBytes.ts';
import type { Batch, BatchSource } from './cursorRegistry.ts';
import type { Pace } from './pace.ts';
import { pacedSort } from './pacedSort.ts';

/** The memory limit of one sort or group, as in MongoDB. */
export const maxMemoryBytes = 100 * 1024 * 1024;

export type FindOptions = {
  filter: Filter;
  planned: PlannedQuery;
  skip: number;
  /** 0 for no limit. */
  limit: number;
  projection: Projection | undefined;
};

/** The batches of a find: each is read on one snapshot, and no snapshot is held between batches. */
export class FindSource implements BatchSource {
  readonly scan: RecordScan;
  readonly #environment: Environment;
  readonly #collection: Collection;
  readonly #options: FindOptions;
  #toSkip: number;
  #left: number;
  #sorted: Buffer[] | undefined;
  #sortedAt = 0;

  constructor(environment: Environment, collection: Collection, options: FindOptions) {
    this.#environment = environment;
    this.#collection = collection;
    this.#options = options;
    this.#toSkip = options.skip;
    this.#left = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    this.scan = new RecordScan(environment, collection, options.planned.plan, options.filter);
  }

  async nextBatch(limit: number, pace: Pace): Promise<Batch> {
    if (this.#collection.dropped) {
      throw mongoError(
        'QueryPlanKilled',
        `query plan killed :: caused by :: collection dropped: ${this.#collection.namespace}`,
      );
    }
    const view = this.#environment.root.useReadTransaction();
    try {
      if (this.#options.planned.sort.length > 0 && this.#sorted === undefined)
        this.#sorted = await this.#sortAll(view, pace);
      return await this.#fill(limit === 0 ? Number.POSITIVE_INFINITY : limit, view, pace);
    } finally {
      this.scan.release();
      view.done();
    }
  }

  close(): void {
    this.scan.release();
    this.#sorted = undefined;
  }

  async #fill(limit: number, view: ReadView, pace: Pace): Promise<Batch> {
    const documents: Value[] = [];
    let size = 0;
    if (this.#sorted === undefined && this.scan.skips) await this.#skip(view, pace);
    while (documents.length < limit && this.#left > 0) {
      const found = this.#sorted === undefined ? this.scan.next(view) : { bytes: this.#sorted[this.#sortedAt++] };
      if (found === undefined || (found !== 'miss' && found.bytes === undefined)) return { documents, exhausted: true };
      if (pace.step()) await pace.pause();
      if (found === 'miss' || found.bytes === undefined) continue;
      if (this.#sorted === undefined && this.#toSkip > 0) {
        this.#toSkip--;
        continue;
      }
      documents.push(this.#projected(found.bytes));
      this.#left--;
      size += found.bytes.length;
      if (size >= batchBytes()) break;
    }
    return { documents, exhausted: this.#left <= 0 || this.#sortedAt === this.#sorted?.length };
  }

  /** Passes what is to be skipped in the index alone. */
  async #skip(view: ReadView, pace: Pace): Promise<void> {
    while (this.#toSkip > 0) {
      const skipped = this.scan.skip(Math.min(this.#toSkip, entriesInStep), view);
      if (skipped === 0) return;
      this.#toSkip -= skipped;
      if (pace.isOver()) await pace.pause();
    }
  }

  #projected(bytes: Buffer): Value {
    const { projection } = this.#options;
    if (projection === undefined) return new RawDocument(bytes);
    if (projection.kept !== undefined) return keptOf(bytes, projection.kept);
    return projection.project(readDocument(bytes, { only: projection.fields }));
  }

  /** All matches in order, without those that skip and limit exclude anyway. */
  async #sortAll(view: ReadView, pace: Pace): Promise<Buffer[]> {
    const { sort } = this.#options.planned;
    const fields = new Set(sort.map(({ path }) => path[0] ?? ''));
    const wanted = this.#left + this.#toSkip;
    let rows: { key: Value[]; bytes: Buffer }[] = [];
    let size = 0;
    const cut = async (): Promise<void> => {
      await pacedSort(rows, (a, b) => compareSortKeys(a.key, b.key, sort), pace);
      rows = rows.slice(0, wanted);
      size = rows.reduce((sum, row) => sum + row.bytes.length, 0);
    };
    for (let next = this.scan.next(view); next !== undefined; next = this.scan.next(view)) {
      if (pace.step()) await pace.pause();
      if (next === 'miss') continue;
      rows.push({ key: sortKeyOf(readDocument(next.bytes, { only: fields }), sort), bytes: next.bytes });
      size += next.bytes.length;
      if (rows.length > wanted * 2 + 1000) await cut();
      if (size > maxMemoryBytes) throw sortTooLarge();
    }
    await cut();
    return rows.slice(this.#toSkip).map((row) => row.bytes);
  }
}

export function sortTooLarge(): Error {
  return mongoError(
    'QueryExceededMemoryLimitNoDiskUseAllowed',
    `Executor error during find command :: caused by :: Sort exceeded memory limit of ${maxMemoryBytes} bytes, but did not opt in to external sorting.`,
  );
}
