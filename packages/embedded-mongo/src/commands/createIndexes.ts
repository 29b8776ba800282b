import { valuesEqual } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { MongoError, mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import { buildSlice, finishBuild } from '../storage/fillIndex.ts';
import type { IndexBuild } from '../storage/indexBuild.ts';
import { IndexDefinition } from '../storage/indexDefinition.ts';
import type { Store } from '../storage/store.ts';
import { arrayField, type Command, collectionName } from './command.ts';
import { normalIndexSpec } from './indexSpec.ts';

/**
 * `{ createIndexes, indexes: [{ key, name, ... }] }` → the number of indexes before and after. Small collections are
 * indexed in one transaction; indexes of larger ones are filled in slices between other commands.
 */
export const createIndexes: Command = {
  name: 'createIndexes',
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  async run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
    const specs = arrayField(command, 'indexes').map(normalIndexSpec);
    if (specs.length === 0) throw mongoError('BadValue', 'Must specify at least one index to create');
    const { store } = server;
    const started = await store.write(() => start(store, database, name, specs));
    const { collection, before } = started;
    try {
      if (started.failure !== undefined) throw started.failure;
      for (const build of started.builds) await finishBuild(store, collection, build);
    } catch (error) {
      await store.write(() => undo(store, collection, started.own));
      throw error;
    }
    return documentOf({
      numIndexesBefore: int32(before),
      numIndexesAfter: int32(collection.indexes.length),
      createdCollectionAutomatically: started.automatically,
      note: started.builds.length === 0 ? 'all indexes already exist' : undefined,
    });
  },
};

type Started = {
  collection: Collection;
  automatically: boolean;
  before: number;
  /** The builds to wait for, including other clients' builds of the same indexes. */
  builds: IndexBuild[];
  own: IndexBuild[];
  failure: MongoError | undefined;
};

/** Inside a write: starts the missing builds and does the first slice of each. */
function start(store: Store, database: string, name: string, specs: readonly Document[]): Started {
  const { catalog } = store;
  const present = catalog.find(database, name);
  const known = present === undefined ? [] : knownIndexes(present);
  const missing: Document[] = [];
  for (const spec of specs) {
    if (isPresent(known, spec)) continue;
    missing.push(spec);
    known.push(new IndexDefinition(0, spec));
  }
  const collection = catalog.findOrCreate(database, name);
  const before = collection.indexes.length;
  const others = collection.builds.filter(({ index }) => specs.some((spec) => valuesEqual(index.spec, spec)));
  const own = missing.map((spec) => catalog.startBuild(collection, spec));
  let failure: MongoError | undefined;
  for (const build of own) {
    const outcome = buildSlice(store, collection, build);
    if (outcome instanceof MongoError) failure ??= outcome;
    if (outcome !== 'done') break;
  }
  return { collection, automatically: present === undefined, before, builds: [...own, ...others], own, failure };
}

/** Inside a write: the indexes of one command are created all or not at all. */
function undo(store: Store, collection: Collection, own: readonly IndexBuild[]): void {
  if (collection.dropped) return;
  for (const build of own) {
    if (collection.builds.includes(build)) store.catalog.abandonBuild(collection, build);
    else if (collection.indexes.includes(build.index)) store.catalog.dropIndex(collection, build.index);
  }
}

function knownIndexes(collection: Collection): IndexDefinition[] {
  return [...collection.indexes, ...collection.builds.map(({ index }) => index)];
}

/** True when an identical index exists. Throws when one with the same name or key differs. */
function isPresent(known: readonly IndexDefinition[], spec: Document): boolean {
  const key = spec.get('key') ?? null;
  if (valuesEqual(key, idKeyPattern)) return true;
  const sameName = known.find((index) => index.name === spec.get('name'));
  if (sameName !== undefined) {
    if (valuesEqual(sameName.spec, spec)) return true;
    throw mongoError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describeValue(spec)}, existing index: ${describeValue(sameName.spec)}`,
    );
  }
  const sameKey = known.find((index) => valuesEqual(index.key, key) && samePartial(index, spec));
  if (sameKey === undefined) return false;
  throw mongoError('IndexOptionsConflict', `Index already exists with a different name: ${sameKey.name}`);
}

function samePartial(index: IndexDefinition, spec: Document): boolean {
  return valuesEqual(index.spec.get('partialFilterExpression'), spec.get('partialFilterExpression'));
}

const idKeyPattern: Value = new Map([['_id', int32(1)]]);
