import type { TextOrder } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { parseCollation } from '../query/collation.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { type Plan, type PlannedQuery, planQuery } from '../query/planQuery.ts';
import { leadingMatches, leadingSort } from './aggregate.ts';
import { arrayField, type Command, documentField, wrongType } from './command.ts';

/** The parts of a command that decide its plan. */
type Question = {
  filter: Document;
  sort?: Document;
  hint?: Value;
  /** Stages of a pipeline that run after the part covered by the plan. */
  rest?: readonly Value[];
  /** How text is compared: a command's own, or that of its first statement. */
  collation: TextOrder | undefined;
};

/** How to read them from each command that can be explained. */
const questionReaders: Readonly<Record<string, (inner: Document) => Question>> = {
  find: (inner) => question(inner, 'filter', 'sort'),
  count: (inner) => question(inner, 'query'),
  distinct: (inner) => question(inner, 'query'),
  findAndModify: (inner) => question(inner, 'query', 'sort'),
  update: (inner) => firstStatement(inner, 'updates'),
  delete: (inner) => firstStatement(inner, 'deletes'),
  aggregate: (inner) => {
    const { matches, rest } = leadingMatches(arrayField(inner, 'pipeline'));
    const collation = parseCollation(inner.get('collation'));
    return { filter: matches, sort: leadingSort(rest), hint: inner.get('hint'), rest, collation };
  },
};

/** `{ explain: { find | count | aggregate | … }, verbosity }` → the plan, with the index it would use */
export const explain: Command = {
  name: 'explain',
  fields: ['verbosity'],
  run({ server, database, command }) {
    checkVerbosity(command.get('verbosity'));
    const inner = command.get('explain');
    if (!(inner instanceof Map)) throw wrongType('explain', inner ?? null, 'object');
    const [name = ''] = inner.keys();
    const read = questionReaders[name];
    if (read === undefined) throw mongoError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
    const target = String(inner.get(name));
    if (inner.has('writeConcern') || command.has('writeConcern')) {
      throw mongoError('InvalidOptions', 'Command explain does not support writeConcern');
    }
    const { filter, sort, hint, rest = [], collation } = read(inner);
    const collection = server.store.catalog.find(database, target);
    const planned = planQuery(collection, compileFilter(filter, collation), sort, hint);
    const plans = documentOf({
      namespace: `${database}.${target}`,
      parsedQuery: filter,
      winningPlan: collection === undefined ? documentOf({ stage: 'EOF' }) : describePlan(planned),
      rejectedPlans: [],
    });
    // As MongoDB reports a pipeline: first the source of its first stage, then the stages.
    const answer: Document =
      rest.length === 0
        ? documentOf({ queryPlanner: plans })
        : documentOf({ stages: [documentOf({ $cursor: documentOf({ queryPlanner: plans }) }), ...rest] });
    return new Map([...documentOf({ explainVersion: '1' }), ...answer, ['command', inner]]);
  },
};

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Every verbosity returns just the plan. */
function checkVerbosity(value: Value | undefined): void {
  if (value === undefined || verbosities.some((verbosity) => verbosity === value)) return;
  if (typeof value !== 'string') throw wrongType('explain.verbosity', value, 'string');
  throw mongoError('BadValue', `Enumeration value '${value}' for field 'explain.verbosity' is not a valid value.`);
}

function question(inner: Document, filter: string, sort?: string): Question {
  return {
    filter: documentField(inner, filter) ?? new Map(),
    sort: sort === undefined ? undefined : documentField(inner, sort),
    hint: inner.get('hint'),
    collation: parseCollation(inner.get('collation')),
  };
}

function firstStatement(inner: Document, field: string): Question {
  const [first] = arrayField(inner, field);
  return first instanceof Map ? question(first, 'q') : { filter: new Map(), collation: undefined };
}

function describePlan({ plan, sort }: PlannedQuery): Document {
  const pattern: Document = new Map(sort.map(({ field, descending }) => [field, int32(descending ? -1 : 1)]));
  const scan = describeScan(plan);
  return sort.length === 0 ? scan : documentOf({ stage: 'SORT', sortPattern: pattern, inputStage: scan });
}

function describeScan(plan: Plan): Document {
  switch (plan.kind) {
    case 'records':
      return collectionScan(plan.reverse);
    case 'union':
      return documentOf({
        stage: 'SUBPLAN',
        inputStage: documentOf({ stage: 'OR', inputStages: plan.plans.map(describeScan) }),
      });
    case 'keys':
    case 'entries':
      return indexScan(plan);
    default:
      return unknownPlan(plan);
  }
}

function unknownPlan(plan: never): never {
  throw new Error(`unknown kind of plan: ${JSON.stringify(plan)}`);
}

function collectionScan(reverse: boolean): Document {
  return documentOf({ stage: 'COLLSCAN', direction: reverse ? 'backward' : 'forward' });
}

function indexScan(plan: Extract<Plan, { kind: 'keys' | 'entries' }>): Document {
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
