import { readDocument } from '../bson/readBson.ts';
import type { Document, Value } from '../bson/values.ts';
import type { Pace } from '../cursor/pace.ts';
import type { Filter } from '../query/filter.ts';
import { type PlannedQuery, planQuery } from '../query/planQuery.ts';
import { type FoundRecord, RecordScan } from '../query/recordScan.ts';
import { compareSortKeys, sortKeyOf } from '../query/sortOrder.ts';
import type { Collection } from '../storage/collection.ts';
import type { ReadView } from '../storage/environment.ts';
import type { Store } from '../storage/store.ts';

/** The query of a write that changes one document. */
export type MatchQuery = {
  filter: Filter;
  sort: Document | undefined;
  hint: Value | undefined;
};

/**
 * Where to look: with a short scan, at the one record or nowhere as found by a scan ahead of the write, or with any
 * scan.
 */
export type Whereabouts = 'nearby' | 'nowhere' | 'anywhere' | { recordId: number };

/** The match cannot be found without blocking other commands. */
export const tooFar = Symbol('too far');

/** Records examined inside a write before it gives up and scans ahead of the write instead. */
const maxRecordsInWrite = 3_000;
/** Lost races against other writers before the scan runs inside the write after all. */
const maxRaces = 8;

/**
 * Runs a write on the first match of a query. With a suitable index that is one atomic step. A long scan runs ahead, on
 * a snapshot and in slices; the write then tests what was found again, and the scan starts over when another writer has
 * changed it in the meantime.
 */
export async function writeFirstMatch<T>(
  store: Store,
  collection: () => Collection | undefined,
  query: MatchQuery,
  pace: Pace,
  write: (whereabouts: Whereabouts) => T | typeof tooFar,
  start: Whereabouts | typeof tooFar = 'nearby',
): Promise<T> {
  let whereabouts = start;
  for (let races = 0; ; races++) {
    if (whereabouts === tooFar)
      whereabouts = races > maxRaces ? 'anywhere' : await locate(store, collection(), query, pace);
    const place: Whereabouts = whereabouts;
    const result = await store.write(() => write(place));
    if (result !== tooFar) return result;
    whereabouts = tooFar;
  }
}

/** Inside a write: the first record that matches, in the requested order. */
export function firstMatch(
  store: Store,
  collection: Collection,
  query: MatchQuery,
  whereabouts: Whereabouts,
): FoundRecord | undefined | typeof tooFar {
  if (whereabouts === 'nowhere') return undefined;
  if (typeof whereabouts === 'object') {
    const bytes = collection.read(whereabouts.recordId, undefined);
    if (bytes === undefined) return tooFar;
    const matches = query.filter.matches(readDocument(bytes, { only: query.filter.fields }));
    return matches ? { recordId: whereabouts.recordId, bytes } : tooFar;
  }
  const search = new FirstMatchSearch(store, collection, query);
  try {
    while (search.step(undefined)) if (whereabouts === 'nearby' && search.examined > maxRecordsInWrite) return tooFar;
  } finally {
    search.release();
  }
  return search.best;
}

async function locate(
  store: Store,
  collection: Collection | undefined,
  query: MatchQuery,
  pace: Pace,
): Promise<Whereabouts> {
  if (collection === undefined) return 'nowhere';
  const view = store.environment.root.useReadTransaction();
  const search = new FirstMatchSearch(store, collection, query);
  try {
    while (search.step(view)) if (pace.step()) await pace.pause();
  } finally {
    search.release();
    view.done();
  }
  return search.best === undefined ? 'nowhere' : { recordId: search.best.recordId };
}

class FirstMatchSearch {
  best: FoundRecord | undefined;
  #bestKey: Value[] = [];
  readonly #planned: PlannedQuery;
  readonly #scan: RecordScan;

  constructor(store: Store, collection: Collection, { filter, sort, hint }: MatchQuery) {
    this.#planned = planQuery(collection, filter, sort, hint);
    this.#scan = new RecordScan(store.environment, collection, this.#planned.plan, filter);
  }

  get examined(): number {
    return this.#scan.examined;
  }

  /** False when the search is finished. */
  step(view: ReadView): boolean {
    const next = this.#scan.next(view);
    if (next === undefined) return false;
    if (next === 'miss') return true;
    const { sort } = this.#planned;
    if (sort.length === 0) {
      this.best = next;
      return false;
    }
    const key = sortKeyOf(readDocument(next.bytes), sort);
    if (this.best === undefined || compareSortKeys(key, this.#bestKey, sort) < 0) {
      this.best = next;
      this.#bestKey = key;
    }
    return true;
  }

  release(): void {
    this.#scan.release();
  }
}
