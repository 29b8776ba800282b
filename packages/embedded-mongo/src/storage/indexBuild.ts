import { MongoError, mongoError } from '../errors/mongoError.ts';
import type { Collection } from './collection.ts';
import type { IndexDefinition } from './indexDefinition.ts';
import type { Store } from './store.ts';

/** One slice of a build takes about this long, so that neither readers nor writers wait. */
const SLICE_MS = 6;

/**
 * An index that is being filled, record by record in the order of their ids. Records up to `upTo` stand in it and
 * every write to one of them keeps it so; those beyond are still to come. So it is whole the moment the walk arrives
 * at the end. It is stored as unfinished until then: what a kill leaves of it is reclaimed at the next start.
 * A unique one refuses a second document of the same key as soon as the first stands in it.
 */
export class IndexBuild {
  readonly index: IndexDefinition;
  upTo = 0;

  constructor(index: IndexDefinition) {
    this.index = index;
  }
}

/**
 * Fills an index that is among the builds of its collection, a slice at a time. Rejects with what stands in its way
 * (DuplicateKey, CannotIndexParallelArrays; the index is gone then) or IndexBuildAborted.
 */
export async function finishBuild(store: Store, collection: Collection, build: IndexBuild): Promise<void> {
  for (;;) {
    const outcome = await store.write(() => buildSlice(store, collection, build));
    if (outcome === 'done') return;
    if (outcome !== 'more') throw outcome;
  }
}

/** Inside a write. Answers an error instead of throwing it: what the slice has written is to be committed. */
export function buildSlice(store: Store, collection: Collection, build: IndexBuild): 'more' | 'done' | MongoError {
  if (collection.indexes.includes(build.index)) return 'done';
  if (!collection.builds.includes(build)) {
    return mongoError('IndexBuildAborted', `Index build failed: ${collection.namespace}: dropped or broken off`);
  }
  const end = performance.now() + SLICE_MS;
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
