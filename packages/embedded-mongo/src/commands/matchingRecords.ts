import { readDocument } from '../bson/readBson.ts';
import type { Document, Value } from '../bson/values.ts';
import type { Filter } from '../query/compileFilter.ts';
import { planQuery } from '../query/planQuery.ts';
import { type FoundRecord, RecordScan } from '../query/recordScan.ts';
import { compareSortKeys, sortKeyOf } from '../query/sortOrder.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment } from '../storage/environment.ts';

/** Inside a write: the first record that matches, in the given order. */
export function firstMatch(
  environment: Environment,
  collection: Collection,
  filter: Filter,
  sort: Document | undefined,
  hint: Value | undefined,
): FoundRecord | undefined {
  const planned = planQuery(collection, filter, sort, hint);
  const scan = new RecordScan(environment, collection, planned.plan, filter);
  let best: { record: FoundRecord; key: Value[] } | undefined;
  try {
    for (let next = scan.next(undefined); next !== undefined; next = scan.next(undefined)) {
      if (next === 'miss') continue;
      if (planned.sort.length === 0) return next;
      const key = sortKeyOf(readDocument(next.bytes), planned.sort);
      if (best === undefined || compareSortKeys(key, best.key, planned.sort) < 0) best = { record: next, key };
    }
  } finally {
    scan.release();
  }
  return best?.record;
}
