import { valuesEqual } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import type { IndexDefinition } from '../storage/indexDefinition.ts';
import { type Command, missingField } from './command.ts';
import { existingCollection } from './existingCollection.ts';

/** `{ dropIndexes, index: '*' | name | key | [names] }` */
function dropCommand(name: string): Command {
  return {
    name,
    fields: ['index'],
    run(context) {
      const { store } = context.server;
      const wanted = context.command.get('index');
      if (wanted === undefined) throw missingField('dropIndexes.index');
      return store.write(() => {
        const collection = existingCollection(context);
        const before = collection.indexes.length;
        for (const index of chosen(collection, wanted)) store.catalog.dropIndex(collection, index);
        return reply(before, wanted);
      });
    },
  };
}
export const dropIndexes = dropCommand('dropIndexes');
export const deleteIndexes = dropCommand('deleteIndexes');

function chosen(collection: Collection, wanted: Value): IndexDefinition[] {
  if (wanted === '*') return collection.indexes.filter((index) => index.name !== '_id_');
  return (Array.isArray(wanted) ? wanted : [wanted]).map((item) => {
    const found = collection.indexes.find((index) =>
      item instanceof Map ? valuesEqual(index.key, item) : index.name === item,
    );
    if (found === undefined) {
      throw mongoError(
        'IndexNotFound',
        item instanceof Map
          ? `can't find index with key: ${describeValue(item)}`
          : `index not found with name [${String(item)}]`,
      );
    }
    if (found.name === '_id_') throw mongoError('InvalidOptions', 'cannot drop _id index');
    return found;
  });
}

function reply(before: number, wanted: Value): Document {
  return documentOf({
    nIndexesWas: int32(before),
    msg: wanted === '*' ? 'non-_id indexes dropped for collection' : undefined,
  });
}
