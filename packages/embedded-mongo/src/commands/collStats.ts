import { documentOf, int32, integer } from '../bson/values.ts';
import type { Command } from './command.ts';
import { existingCollection } from './existingCollection.ts';

/** Counts and sizes; sizes are of the BSON, because all collections share the pages of one file. */
export const collStats: Command = {
  name: 'collStats',
  fields: ['scale'],
  run(context) {
    const collection = existingCollection(context);
    return documentOf({
      ns: collection.namespace,
      count: integer(collection.count),
      size: integer(collection.bytes),
      avgObjSize: collection.count === 0 ? undefined : Math.round(collection.bytes / collection.count),
      storageSize: integer(collection.bytes),
      nindexes: int32(collection.indexes.length),
      capped: collection.capped !== undefined,
      max: collection.capped?.max ? integer(collection.capped.max) : undefined,
      maxSize: collection.capped === undefined ? undefined : integer(collection.capped.size),
    });
  },
};
