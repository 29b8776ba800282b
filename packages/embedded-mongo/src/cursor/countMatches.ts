import type { Filter } from '../query/filter.ts';
import type { Plan } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment } from '../storage/environment.ts';
import type { Pace } from './pace.ts';

/**
 * The number of matching documents, on one snapshot. Where the index bounds cover the whole filter, entries are counted
 * and no document is read.
 */
export async function countMatches(
  environment: Environment,
  collection: Collection,
  plan: Plan,
  filter: Filter,
  pace: Pace,
): Promise<number> {
  const view = environment.root.useReadTransaction();
  let matches = 0;
  try {
    if (plan.kind === 'entries' && plan.exact) {
      for (const { low, high } of plan.intervals) {
        for (const _key of environment.entries.getKeys({ start: low, end: high, transaction: view })) {
          matches++;
          if (pace.step()) await pace.pause();
        }
      }
      return matches;
    }
    const scan = new RecordScan(environment, collection, plan, filter);
    try {
      for (let next = scan.next(view); next !== undefined; next = scan.next(view)) {
        if (next !== 'miss') matches++;
        if (pace.step()) await pace.pause();
      }
    } finally {
      scan.release();
    }
    return matches;
  } finally {
    view.done();
  }
}
