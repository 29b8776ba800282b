import { documentsOfDatabase } from '../aggregation/databaseSources.ts';
import { neededFields } from '../aggregation/neededFields.ts';
import { ScanFeed } from '../aggregation/scanFeed.ts';
import type { Stage } from '../aggregation/stage.ts';
import { compileStages, stageOf, writesOutput } from '../aggregation/stages.ts';
import { type Document, documentOf, Int32, integer, type Value } from '../bson/values.ts';
import { countMatches } from '../cursor/countMatches.ts';
import type { Pace } from '../cursor/pace.ts';
import { PipelineSource } from '../cursor/pipelineSource.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Filter } from '../query/filter.ts';
import { isNumber, numberField, numberValue } from '../query/numberOperand.ts';
import { type Plan, planQuery } from '../query/planQuery.ts';
import type { Collection } from '../storage/collection.ts';
import { arrayField, type Command, type CommandContext, documentField, paceOf } from './command.ts';
import { cursorReply, defaultBatchSize, firstReply } from './cursorReply.ts';

/** `{ aggregate, pipeline, cursor: { batchSize }, hint }` → a cursor */
export const aggregate: Command = {
  name: 'aggregate',
  fields: ['collation', 'let', 'pipeline', 'cursor', 'hint', 'allowDiskUse', 'bypassDocumentValidation'],
  async run(context) {
    const { server, database, command, collation } = context;
    const target = command.get('aggregate');
    if (typeof target !== 'string' && !(isNumber(target) && numberValue(target) === 1)) {
      throw mongoError('TypeMismatch', "BSON field 'aggregate' is of a wrong type, expected types '[string, 1]'");
    }
    const cursor = documentField(command, 'cursor');
    if (cursor === undefined)
      throw mongoError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    const pipeline = arrayField(command, 'pipeline');
    const batchSize = numberField(cursor, 'batchSize', defaultBatchSize);
    if (batchSize < 0) throw mongoError('BadValue', 'cursor.batchSize must be >= 0');
    // Output is written regardless of what the client wants to read.
    const wanted = writesOutput(pipeline[pipeline.length - 1]) ? defaultBatchSize : batchSize;
    let pace = paceOf(context);
    const compile = (stages: readonly Value[]): Stage =>
      compileStages(stages, { store: server.store, database, collation, pace: () => pace });
    const usePace = (next: Pace): void => {
      pace = next;
    };
    if (typeof target !== 'string') {
      const documents = documentsOfDatabase(pipeline[0], command);
      const output = compile(pipeline.slice(1))(inOneChunk(documents));
      const source = new PipelineSource(output, () => undefined, usePace);
      return firstReply(context, `${database}.$cmd.aggregate`, source, { batchSize: wanted }, pace);
    }
    const { matches, rest } = leadingMatches(pipeline);
    const filter = compileFilter(matches, collation);
    const collection = server.store.catalog.find(database, target);
    const { plan } = planQuery(collection, filter, leadingSort(rest), command.get('hint'));
    const stages = compile(rest);
    const namespace = `${database}.${target}`;
    let input: AsyncIterable<Document[]> = inOneChunk([]);
    let suspend = (): void => undefined;
    if (collection !== undefined) {
      const counted = await countShortcut(context, collection, plan, rest, filter, pace);
      if (counted !== undefined) return cursorReply('firstBatch', counted, 0n, namespace);
      const feed = new ScanFeed(server.store.environment, collection, plan, filter, neededFields(rest));
      input = feed.chunks(() => pace);
      suspend = () => feed.suspend();
    }
    const source = new PipelineSource(stages(input), suspend, usePace);
    return firstReply(context, namespace, source, { batchSize: wanted }, pace);
  },
};

/** The leading `$match` stages of a pipeline, as one filter. */
export function leadingMatches(pipeline: readonly Value[]): { matches: Document; rest: Value[] } {
  const filters: Value[] = [];
  let at = 0;
  for (; at < pipeline.length; at++) {
    const { name, operand } = stageOf(pipeline[at] ?? null);
    if (name !== '$match' || !(operand instanceof Map)) break;
    if (operand.size > 0) filters.push(operand);
  }
  const [only] = filters;
  const matches =
    filters.length === 1 && only instanceof Map ? only : documentOf({ $and: filters.length > 0 ? filters : undefined });
  return { matches, rest: pipeline.slice(at) };
}

/** A `$sort` directly after them: an index may deliver the order, and the stage then gets sorted input. */
export function leadingSort(rest: readonly Value[]): Document | undefined {
  const [first] = rest;
  if (first === undefined) return undefined;
  const { name, operand } = stageOf(first);
  return name === '$sort' && operand instanceof Map ? operand : undefined;
}

/**
 * `[$match, $limit, $group: { _id: constant, n: { $sum: 1 } }]`, with or without the `$limit`, is how drivers count
 * documents. It is answered from the stored count or, when the index covers the whole filter, from its entries.
 * Undefined for any other pipeline.
 */
async function countShortcut(
  { server }: CommandContext,
  collection: Collection,
  plan: Plan,
  rest: readonly Value[],
  filter: Filter,
  pace: Pace,
): Promise<Document[] | undefined> {
  const most = leadingLimit(rest);
  const [only, ...others] = most === undefined ? rest : rest.slice(1);
  const names = only === undefined || others.length > 0 ? undefined : plainCount(only);
  const everything = filter.source.size === 0;
  if (names === undefined || !(everything || (plan.kind === 'entries' && plan.exact))) return undefined;
  const count = everything
    ? Math.min(collection.count, most ?? Number.POSITIVE_INFINITY)
    : await countMatches(server.store.environment, collection, plan, filter, pace, most);
  return count === 0
    ? []
    : [
        new Map([
          ['_id', names.id],
          [names.field, integer(count)],
        ]),
      ];
}

/** The operand of a leading `$limit`. */
function leadingLimit([first]: readonly Value[]): number | undefined {
  if (first === undefined) return undefined;
  const { name, operand } = stageOf(first);
  return name === '$limit' && isNumber(operand) ? numberValue(operand) : undefined;
}

/** The constant id and the field of a `$group` that does nothing but count. */
function plainCount(stage: Value): { id: Value; field: string } | undefined {
  const { name, operand } = stageOf(stage);
  if (name !== '$group' || !(operand instanceof Map) || operand.size !== 2) return undefined;
  const id = operand.get('_id');
  const [field] = [...operand.keys()].filter((key) => key !== '_id');
  if (field === undefined || (id !== null && !(id instanceof Int32))) return undefined;
  const sum = operand.get(field);
  const counts =
    sum instanceof Map && sum.size === 1 && sum.get('$sum') instanceof Int32 && numberValue(sum.get('$sum')) === 1;
  return counts ? { id, field } : undefined;
}

async function* inOneChunk(documents: Document[]): AsyncGenerator<Document[]> {
  if (documents.length > 0) yield documents;
}
