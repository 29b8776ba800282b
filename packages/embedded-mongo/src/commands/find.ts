import type { Document } from '../bson/values.ts';
import { FindSource } from '../cursor/findSource.ts';
import { TailSource } from '../cursor/tailSource.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { compileProjection } from '../query/compileProjection.ts';
import { numberField } from '../query/numberOperand.ts';
import { planQuery } from '../query/planQuery.ts';
import { booleanField, type Command, collectionName, documentField, paceOf } from './command.ts';
import { cursorReply, defaultBatchSize, firstReply } from './cursorReply.ts';

/** `{ find, filter, sort, projection, skip, limit, batchSize, singleBatch, hint, tailable, awaitData }` → a cursor */
export const find: Command = {
  name: 'find',
  fields: [
    'collation',
    'let',
    'filter',
    'sort',
    'projection',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'hint',
    'tailable',
    'awaitData',
    'noCursorTimeout',
    'allowDiskUse',
    'allowPartialResults',
    'oplogReplay',
  ],
  async run(context) {
    const { server, database, command, collation } = context;
    const name = collectionName(context);
    const namespace = `${database}.${name}`;
    const filter = compileFilter(documentField(command, 'filter') ?? new Map(), collation);
    const sort = documentField(command, 'sort');
    const projectionSpec = documentField(command, 'projection');
    const projection =
      projectionSpec === undefined || projectionSpec.size === 0
        ? undefined
        : compileProjection(projectionSpec, 'query', collation);
    const { skip, limit, batchSize } = pageOf(command);
    const collection = server.store.catalog.find(database, name);
    const planned = planQuery(collection, filter, sort, command.get('hint'));
    if (collection === undefined) return cursorReply('firstBatch', [], 0n, namespace);
    const options = {
      batchSize,
      singleBatch: booleanField(command, 'singleBatch', false),
      noTimeout: booleanField(command, 'noCursorTimeout', false),
    };
    if (booleanField(command, 'tailable', false)) {
      if (collection.capped === undefined) {
        throw mongoError(
          'BadValue',
          `error processing query: ns=${namespace} :: caused by :: tailable cursor requested on non capped collection`,
        );
      }
      if (sort !== undefined && sort.size > 0 && !sort.has('$natural')) {
        throw mongoError('BadValue', 'cannot use tailable option with a sort other than {$natural: 1}');
      }
      const source = new TailSource(server.store.environment, collection, filter, projection);
      return firstReply(context, namespace, source, options, paceOf(context));
    }
    if (booleanField(command, 'awaitData', false)) {
      throw mongoError('FailedToParse', "Cannot set 'awaitData' without also setting 'tailable'");
    }
    const source = new FindSource(server.store.environment, collection, {
      filter,
      planned,
      skip,
      limit,
      projection,
    });
    return firstReply(context, namespace, source, options, paceOf(context));
  },
};

/** Throws code 51024 for negative numbers, as MongoDB does. */
export function pageOf(command: Document): { skip: number; limit: number; batchSize: number } {
  const skip = numberField(command, 'skip', 0);
  const limit = numberField(command, 'limit', 0);
  const batchSize = numberField(command, 'batchSize', defaultBatchSize);
  for (const [name, value] of Object.entries({ skip, limit, batchSize })) {
    if (value < 0) throw locationError(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`);
  }
  return { skip, limit, batchSize };
}
