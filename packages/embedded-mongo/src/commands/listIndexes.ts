import type { Command } from './command.ts';
import { listReply } from './cursorReply.ts';
import { existingCollection } from './existingCollection.ts';

/** `{ listIndexes, cursor: { batchSize } }` → a cursor over the specifications */
export const listIndexes: Command = {
  name: 'listIndexes',
  fields: ['cursor'],
  run(context) {
    const collection = existingCollection(context);
    return listReply(
      context,
      collection.namespace,
      collection.indexes.map((index) => index.spec),
    );
  },
};
