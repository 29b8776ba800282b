import { type Document, documentOf, int32 } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { type PlannedQuery, planQuery } from '../query/planQuery.ts';
import { type Command, documentField, wrongType } from './command.ts';

/** Where the commands that can be explained keep filter and sort. */
const EXPLAINED: Readonly<Record<string, { filter: string; sort?: string }>> = {
  find: { filter: 'filter', sort: 'sort' },
  count: { filter: 'query' },
  distinct: { filter: 'query' },
  findAndModify: { filter: 'query', sort: 'sort' },
};

/** `{ explain: { find | count | distinct | findAndModify }, verbosity }` → the plan, with the index it would use */
export const explain: Command = {
  name: 'explain',
  fields: ['verbosity'],
  run({ server, database, command }) {
    const inner = command.get('explain');
    if (!(inner instanceof Map)) throw wrongType('explain', inner ?? null, 'object');
    const [name = ''] = inner.keys();
    const places = EXPLAINED[name];
    if (places === undefined) throw mongoError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
    const target = String(inner.get(name));
    const filter = compileFilter(documentField(inner, places.filter) ?? new Map());
    const sort = places.sort === undefined ? undefined : documentField(inner, places.sort);
    const collection = server.store.catalog.find(database, target);
    const planned = planQuery(collection, filter, sort, inner.get('hint'));
    return documentOf({
      explainVersion: '1',
      queryPlanner: documentOf({
        namespace: `${database}.${target}`,
        parsedQuery: filter.source,
        winningPlan: collection === undefined ? documentOf({ stage: 'EOF' }) : describePlan(planned),
        rejectedPlans: [],
      }),
      command: inner,
    });
  },
};

function describePlan({ plan, sort }: PlannedQuery): Document {
  const pattern: Document = new Map(sort.map(({ field, descending }) => [field, int32(descending ? -1 : 1)]));
  const scan = plan.kind === 'records' ? collectionScan(plan.reverse) : indexScan(plan);
  return sort.length === 0 ? scan : documentOf({ stage: 'SORT', sortPattern: pattern, inputStage: scan });
}

function collectionScan(reverse: boolean): Document {
  return documentOf({ stage: 'COLLSCAN', direction: reverse ? 'backward' : 'forward' });
}

function indexScan(plan: Exclude<PlannedQuery['plan'], { kind: 'records' }>): Document {
  const scan = documentOf({
    stage: plan.index.name === '_id_' && plan.kind === 'keys' && plan.keys.length === 1 ? 'IDHACK' : 'IXSCAN',
    keyPattern: plan.index.key,
    indexName: plan.index.name,
    isMultiKey: plan.index.isMultikey,
    isUnique: plan.index.unique,
    isSparse: plan.index.sparse,
    isPartial: plan.index.partial !== undefined,
    direction: plan.kind === 'entries' && plan.reverse ? 'backward' : 'forward',
    intervals: int32(plan.kind === 'keys' ? plan.keys.length : plan.intervals.length),
  });
  return scan.get('stage') === 'IDHACK' ? scan : documentOf({ stage: 'FETCH', inputStage: scan });
}
