import { neededFields } from '../aggregation/neededFields.ts';
import { ScanFeed } from '../aggregation/scanFeed.ts';
import { compileStages, stageOf } from '../aggregation/stages.ts';
import { type Document, documentOf, integer, type Value } from '../bson/values.ts';
import { countMatches } from '../cursor/countMatches.ts';
import type { Pace } from '../cursor/pace.ts';
import { PipelineSource } from '../cursor/pipelineSource.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter, type Filter } from '../query/compileFilter.ts';
import { numberField, numberValue } from '../query/numberOperand.ts';
import { planQuery } from '../query/planQuery.ts';
import { arrayField, type Command, type CommandContext, documentField, paceOf } from './command.ts';
import { DEFAULT_BATCH, firstReply } from './cursorReply.ts';

/** `{ aggregate, pipeline, cursor: { batchSize }, hint }` → a cursor */
export const aggregate: Command = {
  name: 'aggregate',
  fields: ['pipeline', 'cursor', 'hint', 'allowDiskUse', 'bypassDocumentValidation'],
  async run(context) {
    const { server, database, command } = context;
    const target = command.get('aggregate');
    if (typeof target !== 'string') {
      throw mongoError('NotImplemented', 'aggregations that read no collection are not supported');
    }
    const cursor = documentField(command, 'cursor');
    if (cursor === undefined)
      throw mongoError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    const { matches, rest } = leadingMatches(arrayField(command, 'pipeline'));
    const stages = compileStages(rest);
    const filter = compileFilter(matches);
    const sort = leadingSort(rest);
    const collection = server.store.catalog.find(database, target);
    const { plan } = planQuery(collection, filter, sort, command.get('hint'));
    let pace = paceOf(context);
    const namespace = `${database}.${target}`;
    const batchSize = numberField(cursor, 'batchSize', DEFAULT_BATCH);
    if (batchSize < 0) throw mongoError('BadValue', 'cursor.batchSize must be >= 0');
    let input: AsyncIterable<Document[]> = nothing();
    let suspend = (): void => undefined;
    if (collection !== undefined) {
      const counted = await countShortcut(context, rest, filter, pace);
      if (counted !== undefined) input = counted;
      else {
        const feed = new ScanFeed(server.store.environment, collection, plan, filter, neededFields(rest));
        input = feed.chunks(() => pace);
        suspend = () => feed.suspend();
      }
    }
    const usePace = (next: Pace): void => {
      pace = next;
    };
    return firstReply(context, namespace, new PipelineSource(stages(input), suspend, usePace), { batchSize }, pace);
  },
};

/** The `$match` stages a pipeline begins with, as one filter. */
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

/** A `$sort` right behind them: an index may deliver the order, and the stage then sorts what is sorted. */
export function leadingSort(rest: readonly Value[]): Document | undefined {
  const [first] = rest;
  if (first === undefined) return undefined;
  const { name, operand } = stageOf(first);
  return name === '$sort' && operand instanceof Map ? operand : undefined;
}

/**
 * `[$match, $group: { _id: constant, n: { $sum: 1 } }]` is how drivers count documents. When the index says all the
 * filter says, its entries are counted and one document per entry, all the same, stands in for the real ones.
 */
async function countShortcut(
  { server, database, command }: CommandContext,
  rest: readonly Value[],
  filter: Filter,
  pace: Pace,
): Promise<AsyncIterable<Document[]> | undefined> {
  const [only] = rest;
  const collection = server.store.catalog.find(database, String(command.get('aggregate')));
  if (only === undefined || rest.length !== 1 || collection === undefined || !isPlainCount(only)) return undefined;
  const { plan } = planQuery(collection, filter, undefined, command.get('hint'));
  if (filter.source.size > 0 && !(plan.kind === 'entries' && plan.exact)) return undefined;
  const count =
    filter.source.size === 0
      ? collection.count
      : await countMatches(server.store.environment, collection, plan, filter, pace);
  return repeated(count);
}

function isPlainCount(stage: Value): boolean {
  const { name, operand } = stageOf(stage);
  if (name !== '$group' || !(operand instanceof Map) || operand.size !== 2) return false;
  const id = operand.get('_id');
  const [, sum] = [...operand.values()];
  const constant = id === null || (typeof id === 'object' && 'value' in id);
  return constant && sum instanceof Map && sum.size === 1 && numberValue(sum.get('$sum')) === 1;
}

async function* repeated(count: number): AsyncGenerator<Document[]> {
  const chunk: Document[] = new Array(Math.min(count, 10_000)).fill(new Map([['n', integer(1)]]));
  for (let left = count; left > 0; left -= chunk.length) yield left >= chunk.length ? chunk : chunk.slice(0, left);
}

async function* nothing(): AsyncGenerator<Document[]> {
  yield* [];
}
