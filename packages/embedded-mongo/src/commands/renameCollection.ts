import type { Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { booleanField, type Command, collectionName } from './command.ts';

/** `{ renameCollection: 'db.from', to: 'db.to', dropTarget }`, on the admin database. */
export const renameCollection: Command = {
  name: 'renameCollection',
  fields: ['to', 'dropTarget'],
  run(context) {
    const { store } = context.server;
    if (context.database !== 'admin')
      throw mongoError('Unauthorized', 'renameCollection may only be run against the admin database.');
    const [from, to] = [collectionName(context), context.command.get('to')].map((name) => splitNamespace(name ?? null));
    const dropTarget = booleanField(context.command, 'dropTarget', false);
    return store.write(() => {
      const source = from === undefined ? undefined : store.catalog.find(from.database, from.name);
      if (source === undefined || to === undefined)
        throw mongoError('NamespaceNotFound', `Source collection ${collectionName(context)} does not exist`);
      const target = store.catalog.find(to.database, to.name);
      if (target === source) throw mongoError('IllegalOperation', "Can't rename a collection to itself");
      if (target !== undefined && !dropTarget) throw mongoError('NamespaceExists', 'target namespace exists');
      if (target !== undefined) store.catalog.drop(target);
      store.catalog.rename(source, to.database, to.name);
      return new Map();
    });
  },
};

function splitNamespace(value: Value): { database: string; name: string } {
  const text = typeof value === 'string' ? value : '';
  const dot = text.indexOf('.');
  if (dot < 1) throw mongoError('InvalidNamespace', `Invalid namespace specified '${text}'`);
  return { database: text.slice(0, dot), name: text.slice(dot + 1) };
}
