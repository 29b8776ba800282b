import { Binary, type Document, documentOf } from '../bson/values.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Collection } from '../storage/collection.ts';
import { booleanField, type Command, documentField } from './command.ts';
import { listReply } from './cursorReply.ts';

/** `{ listCollections, filter, nameOnly, cursor: { batchSize } }` → a cursor */
export const listCollections: Command = {
  name: 'listCollections',
  fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run(context) {
    const { server, database, command } = context;
    const filter = compileFilter(documentField(command, 'filter') ?? new Map(), undefined);
    const nameOnly = booleanField(command, 'nameOnly', false);
    const listed = server.store.catalog
      .all()
      .filter((collection) => collection.database === database)
      .map((collection) => describe(collection, nameOnly))
      .filter((entry) => filter.matches(entry));
    return listReply(context, `${database}.$cmd.listCollections`, listed);
  },
};

function describe(collection: Collection, nameOnly: boolean): Document {
  if (nameOnly) return documentOf({ name: collection.name, type: 'collection' });
  return documentOf({
    name: collection.name,
    type: 'collection',
    options: collection.options,
    info: documentOf({ readOnly: false, uuid: new Binary(4, Buffer.from(collection.uuid.replaceAll('-', ''), 'hex')) }),
    idIndex: collection.indexes[0]?.spec,
  });
}
