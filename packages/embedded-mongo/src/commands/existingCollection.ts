import { mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import { type CommandContext, collectionName } from './command.ts';

/** The collection a command names; throws NamespaceNotFound. */
export function existingCollection(context: CommandContext): Collection {
  const name = collectionName(context);
  const collection = context.server.store.catalog.find(context.database, name);
  if (collection !== undefined) return collection;
  throw mongoError('NamespaceNotFound', `ns does not exist: ${context.database}.${name}`);
}
