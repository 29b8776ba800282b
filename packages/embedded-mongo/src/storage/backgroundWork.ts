import { readDocument } from '../bson/readBson.ts';
import { UtcDate } from '../bson/values.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { valuesAtPath } from '../query/documentPath.ts';
import { indexBounds, intervalsOf } from '../query/indexBounds.ts';
import { RecordScan } from '../query/recordScan.ts';
import type { Collection } from './collection.ts';
import { idPrefix } from './environment.ts';
import type { IndexDefinition } from './indexDefinition.ts';
import type { Store } from './store.ts';

const sweepMs = 2_000;
/** Sweeps between two checks for snapshots of dead processes: a backup that was killed must not pin pages. */
const sweepsPerReaderCheck = 15;
/** Entries removed per transaction, so that a sweep blocks nobody. */
const chunkSize = 500;

/**
 * The store's periodic work, every two seconds: removes documents expired by TTL indexes, and reclaims the space of
 * dropped collections and indexes and of snapshots whose process is gone. Returns the function that stops it.
 */
export function startBackgroundWork(store: Store, log: (line: string) => void): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let sweeps = 0;
  const sweep = async (): Promise<void> => {
    if (sweeps++ % sweepsPerReaderCheck === 0) store.environment.root.readerCheck();
    for (const collection of store.catalog.all()) {
      for (const index of collection.indexes) {
        while (!stopped && (await expireChunk(store, collection, index)) === chunkSize);
      }
    }
    if (store.catalog.all().some(({ abandoned }) => abandoned.length > 0)) {
      await store.write(() => store.catalog.buryAbandoned());
    }
    while (!stopped && (await reclaimChunk(store)));
  };
  const timer = setInterval(() => {
    running = running
      .then(() => (stopped ? undefined : sweep()))
      .catch((error: unknown) => {
        log(`background work failed: ${error instanceof Error ? error.message : String(error)}`);
      });
  }, sweepMs);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Removes up to a chunk of expired documents and returns their number; an idle sweep costs one index seek. */
async function expireChunk(store: Store, collection: Collection, index: IndexDefinition): Promise<number> {
  const { expireAfterSeconds } = index;
  const [path] = index.paths;
  if (expireAfterSeconds === undefined || path === undefined) return 0;
  const limit = Date.now() - expireAfterSeconds * 1000;
  const filter = compileFilter(new Map([[path.join('.'), new Map([['$lte', new UtcDate(limit)]])]]), undefined);
  const intervals = intervalsOf(indexBounds(index, filter.conjuncts));
  const due = (chunk: number): { recordId: number; bytes: Buffer }[] => {
    const plan = {
      kind: 'entries' as const,
      index,
      intervals,
      reverse: false,
      sorted: true,
      mergeFrom: undefined,
      exact: false,
    };
    const scan = new RecordScan(store.environment, collection, plan, filter);
    const found: { recordId: number; bytes: Buffer }[] = [];
    for (let next = scan.next(undefined); next !== undefined && found.length < chunk; next = scan.next(undefined)) {
      if (next !== 'miss' && hasExpired(next.bytes, path, limit)) found.push(next);
    }
    scan.release();
    return found;
  };
  if (due(1).length === 0) return 0;
  return store.write(() => {
    if (collection.dropped || !collection.indexes.includes(index)) return 0;
    const expired = due(chunkSize);
    for (const { recordId, bytes } of expired) collection.remove(recordId, bytes);
    return expired.length;
  });
}

/** For an array of dates, the earliest decides; a value that is not a date never expires. */
function hasExpired(bytes: Buffer, path: readonly string[], limit: number): boolean {
  const document = readDocument(bytes, { only: new Set([path[0] ?? '']) });
  return valuesAtPath(document, path).some((value) => value instanceof UtcDate && value.ms <= limit);
}

/** Deletes up to a chunk of the entries of a dropped collection or index; false when there is nothing to do. */
async function reclaimChunk(store: Store): Promise<boolean> {
  if (store.catalog.nextDead() === undefined) return false;
  return store.write(() => {
    const dead = store.catalog.nextDead();
    if (dead === undefined) return false;
    const table = store.environment[dead.table];
    const keys = [...table.getKeys({ start: idPrefix(dead.id), end: idPrefix(dead.id + 1), limit: chunkSize })];
    for (const key of keys) table.removeSync(key);
    if (keys.length < chunkSize) store.catalog.forgetDead(dead.table, dead.id);
    return true;
  });
}
