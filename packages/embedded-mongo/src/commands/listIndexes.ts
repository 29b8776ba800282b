import type { Command } from './command.ts';
import { cursorReply } from './cursorReply.ts';
import { existingCollection } from './existingCollection.ts';

/** `{ listIndexes }` → a cursor over the specifications; all of them fit in one batch. */
export const listIndexes: Command = {
  name: 'listIndexes',
  fields: ['cursor'],
  run(context) {
    const collection = existingCollection(context);
    return cursorReply(
      'firstBatch',
      collection.indexes.map((index) => index.spec),
      0n,
      collection.namespace,
    );
  },
};
