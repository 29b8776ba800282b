import { valuesEqual } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import { IndexDefinition } from '../storage/indexDefinition.ts';
import { arrayField, type Command, collectionName } from './command.ts';
import { normalIndexSpec } from './indexSpec.ts';

/** `{ createIndexes, indexes: [{ key, name, ... }] }` → how many there were and are */
export const createIndexes: Command = {
  name: 'createIndexes',
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  async run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
    const specs = arrayField(command, 'indexes').map(normalIndexSpec);
    if (specs.length === 0) throw mongoError('BadValue', 'Must specify at least one index to create');
    const { catalog } = server.store;
    return server.store.write(() => {
      const automatically = catalog.find(database, name) === undefined;
      const collection = catalog.findOrCreate(database, name);
      const before = collection.indexes.length;
      for (const spec of specs) {
        if (isPresent(collection, spec)) continue;
        collection.addIndex(new IndexDefinition(catalog.takeId(), spec));
      }
      return documentOf({
        numIndexesBefore: int32(before),
        numIndexesAfter: int32(collection.indexes.length),
        createdCollectionAutomatically: automatically,
        note: collection.indexes.length === before ? 'all indexes already exist' : undefined,
      });
    });
  },
};

/** True when the very same index exists. Throws when one of that name or key differs. */
function isPresent(collection: Collection, spec: Document): boolean {
  const key = spec.get('key') ?? null;
  if (valuesEqual(key, ID_KEY)) return true;
  const sameName = collection.indexes.find((index) => index.name === spec.get('name'));
  if (sameName !== undefined) {
    if (valuesEqual(sameName.spec, spec)) return true;
    throw mongoError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describeValue(spec)}, existing index: ${describeValue(sameName.spec)}`,
    );
  }
  const sameKey = collection.indexes.find((index) => valuesEqual(index.key, key) && samePartial(index, spec));
  if (sameKey === undefined) return false;
  throw mongoError('IndexOptionsConflict', `Index already exists with a different name: ${sameKey.name}`);
}

function samePartial(index: IndexDefinition, spec: Document): boolean {
  return valuesEqual(index.spec.get('partialFilterExpression'), spec.get('partialFilterExpression'));
}

const ID_KEY: Value = new Map([['_id', int32(1)]]);
