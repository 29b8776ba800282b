import { documentOf, int32 } from '../bson/values.ts';
import { type Command, collectionName } from './command.ts';

export const drop: Command = {
  name: 'drop',
  fields: [],
  run(context) {
    const { store } = context.server;
    const name = collectionName(context);
    return store.write(() => {
      const collection = store.catalog.find(context.database, name);
      // Since MongoDB 7.0, dropping a missing collection succeeds.
      if (collection === undefined) return new Map();
      const indexes = collection.indexes.length;
      store.catalog.drop(collection);
      return documentOf({ nIndexesWas: int32(indexes), ns: collection.namespace });
    });
  },
};
