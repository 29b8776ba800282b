import { documentOf, int32, integer, type Value } from '../bson/values.ts';
import type { Collection } from '../storage/collection.ts';
import type { Command } from './command.ts';

export const dbStats: Command = {
  name: 'dbStats',
  fields: ['scale', 'freeStorage'],
  run({ server, database }) {
    const collections = server.store.catalog.all().filter((collection) => collection.database === database);
    const sum = (of: (collection: Collection) => number): Value =>
      integer(collections.reduce((total, collection) => total + of(collection), 0));
    return documentOf({
      db: database,
      collections: int32(collections.length),
      objects: sum((collection) => collection.count),
      dataSize: sum((collection) => collection.bytes),
      storageSize: sum((collection) => collection.bytes),
      indexes: sum((collection) => collection.indexes.length),
    });
  },
};
