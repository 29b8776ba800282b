import { documentOf, integer } from '../bson/values.ts';
import { countMatches } from '../cursor/countMatches.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { numberField } from '../query/numberOperand.ts';
import { planQuery } from '../query/planQuery.ts';
import { type Command, collectionName, documentField, paceOf } from './command.ts';

/** `{ count, query, skip, limit, hint }` → `{ n }`; without a query, the stored count is returned. */
export const count: Command = {
  name: 'count',
  fields: ['collation', 'query', 'skip', 'limit', 'hint', 'fields'],
  async run(context) {
    const { server, database, command, collation } = context;
    const collection = server.store.catalog.find(database, collectionName(context));
    const filter = compileFilter(documentField(command, 'query') ?? new Map(), collation);
    const skip = numberField(command, 'skip', 0);
    const limit = Math.abs(numberField(command, 'limit', 0)) || Number.POSITIVE_INFINITY;
    const { plan } = planQuery(collection, filter, undefined, command.get('hint'));
    if (collection === undefined) return documentOf({ n: integer(0) });
    const matches =
      filter.source.size === 0
        ? collection.count
        : await countMatches(server.store.environment, collection, plan, filter, paceOf(context), skip + limit);
    return documentOf({ n: integer(Math.min(Math.max(matches - skip, 0), limit)) });
  },
};
