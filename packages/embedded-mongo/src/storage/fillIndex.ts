import { MongoError, mongoError } from '../errors/mongoError.ts';
import type { Collection } from './collection.ts';
import type { IndexBuild } from './indexBuild.ts';
import type { Store } from './store.ts';

/** The approximate length of one slice of a build, so that neither readers nor writers wait. */
const sliceMs = 6;

/**
 * Fills an index that is among the builds of its collection, a slice at a time. Rejects with the error that prevents it
 * (DuplicateKey, CannotIndexParallelArrays; the index is gone then) or IndexBuildAborted.
 */
export async function finishBuild(store: Store, collection: Collection, build: IndexBuild): Promise<void> {
  for (;;) {
    const outcome = await store.write(() => buildSlice(store, collection, build));
    if (outcome === 'done') return;
    if (outcome !== 'more') throw outcome;
  }
}

/** Inside a write. Returns an error instead of throwing it, so that what the slice has written is committed. */
export function buildSlice(store: Store, collection: Collection, build: IndexBuild): 'more' | 'done' | MongoError {
  if (collection.indexes.includes(build.index)) return 'done';
  if (!collection.builds.includes(build)) {
    return mongoError('IndexBuildAborted', `Index build failed: ${collection.namespace}: dropped or broken off`);
  }
  const end = performance.now() + sliceMs;
  try {
    for (const { recordId, bytes } of collection.recordsAfter(build.upTo)) {
      collection.fill(build.index, recordId, bytes);
      build.upTo = recordId;
      if (performance.now() > end) return 'more';
    }
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    store.catalog.abandonBuild(collection, build);
    return error;
  }
  store.catalog.finishBuild(collection, build);
  return 'done';
}
