import { readDocument } from '../bson/readBson.ts';
import type { Value } from '../bson/values.ts';
import type { Pace } from '../cursor/pace.ts';
import type { Filter } from '../query/filter.ts';
import { planQuery } from '../query/planQuery.ts';
import { type FoundRecord, RecordScan } from '../query/recordScan.ts';
import type { Collection } from '../storage/collection.ts';
import type { CommandContext } from './command.ts';

/** Documents changed per transaction, so that other commands get their turn in between. */
const chunkSize = 250;

/**
 * Applies a change to every matching document: finds them on a snapshot without blocking others, then changes them in
 * chunks, testing each again inside its transaction. As in MongoDB, each document is changed atomically and the command
 * as a whole is not. Returns how many matched.
 */
export async function changeMatches(
  { server, database }: CommandContext,
  name: string,
  pace: Pace,
  { filter, hint }: { filter: Filter; hint: Value | undefined },
  change: (collection: Collection, record: FoundRecord) => void,
): Promise<number> {
  const collection = server.store.catalog.find(database, name);
  if (collection === undefined) return 0;
  const { environment } = server.store;
  const recordIds: number[] = [];
  const view = environment.root.useReadTransaction();
  const scan = new RecordScan(environment, collection, planQuery(collection, filter, undefined, hint).plan, filter);
  try {
    for (let next = scan.next(view); next !== undefined; next = scan.next(view)) {
      if (next !== 'miss') recordIds.push(next.recordId);
      if (pace.step()) await pace.pause();
    }
  } finally {
    scan.release();
    view.done();
  }
  let matched = 0;
  for (let from = 0; from < recordIds.length; from += chunkSize) {
    const chunk = recordIds.slice(from, from + chunkSize);
    const outcome = await server.store.write(() => changeChunk(collection, chunk, filter, change));
    matched += outcome.matched;
    if (outcome.error !== undefined) throw outcome.error;
    if (pace.step()) await pace.pause();
  }
  return matched;
}

/** An error ends the chunk; earlier changes of the chunk are kept, so the error is returned rather than thrown. */
function changeChunk(
  collection: Collection,
  recordIds: readonly number[],
  filter: Filter,
  change: (collection: Collection, record: FoundRecord) => void,
): { matched: number; error?: unknown } {
  let matched = 0;
  if (collection.dropped) return { matched };
  for (const recordId of recordIds) {
    const bytes = collection.read(recordId, undefined);
    if (bytes === undefined || !filter.matches(readDocument(bytes, { only: filter.fields }))) continue;
    try {
      change(collection, { recordId, bytes });
    } catch (error) {
      return { matched, error };
    }
    matched++;
  }
  return { matched };
}
