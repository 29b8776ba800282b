import type { Filter } from '../query/filter.ts';
import { countEntries } from '../query/intervalReader.ts';
import type { Plan } from '../query/planQuery.ts';
import { RecordScan } from '../query/recordScan.ts';
import type { Collection } from '../storage/collection.ts';
import type { Environment } from '../storage/environment.ts';
import type { Pace } from './pace.ts';

/**
 * The number of matching documents, on one snapshot; not more than `most` are counted. Where the index bounds cover the
 * whole filter, entries are counted and no document is read.
 */
export async function countMatches(
  environment: Environment,
  collection: Collection,
  plan: Plan,
  filter: Filter,
  pace: Pace,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const view = environment.root.useReadTransaction();
  let matches = 0;
  try {
    if (plan.kind === 'entries' && plan.exact) {
      for (const interval of plan.intervals) {
        for (const counted of countEntries(environment.entries, interval, view)) {
          matches += counted;
          if (matches >= most) return most;
          if (pace.isOver()) await pace.pause();
        }
      }
      return matches;
    }
    const scan = new RecordScan(environment, collection, plan, filter);
    try {
      while (matches < most) {
        const next = scan.next(view);
        if (next === undefined) break;
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
