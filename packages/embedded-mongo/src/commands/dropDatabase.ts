import { documentOf } from '../bson/values.ts';
import type { Command } from './command.ts';

export const dropDatabase: Command = {
  name: 'dropDatabase',
  fields: [],
  run({ server, database }) {
    const { store } = server;
    return store.write(() => {
      for (const collection of store.catalog.all())
        if (collection.database === database) store.catalog.drop(collection);
      return documentOf({ dropped: database });
    });
  },
};
