import { documentOf } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { booleanField, type Command, documentField } from './command.ts';

/** `{ listDatabases, nameOnly, filter }` */
export const listDatabases: Command = {
  name: 'listDatabases',
  fields: ['nameOnly', 'filter', 'authorizedDatabases'],
  run({ server, database, command }) {
    if (database !== 'admin')
      throw mongoError('Unauthorized', 'listDatabases may only be run against the admin database.');
    const filter = compileFilter(documentField(command, 'filter') ?? new Map(), undefined);
    const nameOnly = booleanField(command, 'nameOnly', false);
    const sizes = new Map<string, number>();
    for (const collection of server.store.catalog.all()) {
      sizes.set(collection.database, (sizes.get(collection.database) ?? 0) + collection.bytes);
    }
    const databases = [...sizes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) =>
        nameOnly ? documentOf({ name }) : documentOf({ name, sizeOnDisk: BigInt(bytes), empty: bytes === 0 }),
      )
      .filter((entry) => filter.matches(entry));
    const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    return documentOf({ databases, totalSize: nameOnly ? undefined : BigInt(total) });
  },
};
