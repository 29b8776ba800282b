import { type Document, integer, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { compileProjection } from '../query/compileProjection.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { parseSort } from '../query/sortOrder.ts';
import { bucketAutoStage, bucketStage } from './bucketStages.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { groupStage } from './groupStage.ts';
import { lookupStage } from './lookupStage.ts';
import { mergeStage } from './mergeStage.ts';
import { outStage } from './outStage.ts';
import type { PipelineContext } from './pipelineContext.ts';
import { setFields, unsetFields } from './reshapeStages.ts';
import { sortStage } from './sortStage.ts';
import type { Stage, StageCompiler } from './stage.ts';
import { unwindStage } from './unwindStage.ts';

/** Every pipeline stage, by name. */
export const stageCompilers: Readonly<Record<string, StageCompiler>> = {
  $match: (operand, { collation }) => {
    const filter = compileFilter(documentOperand('$match', operand, 15959), collation);
    return perChunk((chunk) => chunk.filter((document) => filter.matches(document)));
  },
  $project: (operand, { collation }) => {
    const spec = documentOperand('$project', operand, 15969);
    if (spec.size === 0)
      throw locationError(
        51272,
        'Invalid $project :: caused by :: projection specification must have at least one field',
      );
    const projection = compileProjection(spec, 'stage', collation);
    return perChunk((chunk) => chunk.map((document) => projection.project(document)));
  },
  $addFields: setStage('$addFields'),
  $set: setStage('$set'),
  $unset: (operand) => {
    const fields = Array.isArray(operand) ? operand : [operand];
    if (!fields.every((field) => typeof field === 'string') || fields.length === 0) {
      throw locationError(31002, '$unset specification must be a string or an array of strings');
    }
    const change = unsetFields(fields.map(String));
    return perChunk((chunk) => chunk.map(change));
  },
  $replaceRoot: (operand) => replaceRoot(documentOperand('$replaceRoot', operand, 40229).get('newRoot') ?? null),
  $replaceWith: (operand) => replaceRoot(operand),
  $sort: (operand, context) =>
    sortStage(parseSort(documentOperand('$sort', operand, 15973), context.collation), context, context.limitBehind),
  $skip: (operand) => skipStage(wholeOperand('$skip', operand, 0)),
  $limit: (operand) => limitStage(wholeOperand('$limit', operand, 1)),
  $unwind: unwindStage,
  $group: (operand) => groupStage(documentOperand('$group', operand, 15947)),
  $count: (operand) => {
    if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
      throw locationError(40156, 'the count field must be a non-empty string');
    }
    return countStage(operand);
  },
  $sortByCount: (operand, context) => {
    const group = groupStage(
      new Map<string, Value>([
        ['_id', operand],
        ['count', new Map([['$sum', integer(1)]])],
      ]),
    );
    const sort = sortStage(parseSort(new Map([['count', integer(-1)]]), context.collation), context);
    return (input) => sort(group(input));
  },
  $facet: (operand, context) => facetStage(documentOperand('$facet', operand, 40169), context),
  $bucket: (operand) => bucketStage(documentOperand('$bucket', operand, 40201)),
  $bucketAuto: (operand, context) => bucketAutoStage(documentOperand('$bucketAuto', operand, 40240), context),
  $lookup: lookupStage,
  $out: outStage,
  $merge: mergeStage,
};

/** Stages that compare no text, or compare it by the collation. */
const collatedStages: ReadonlySet<string> = new Set([
  '$match',
  '$sort',
  '$skip',
  '$limit',
  '$count',
  '$unwind',
  '$unset',
  '$out',
]);

/** A `$group` into a single group that compares nothing: how drivers count. */
function addsUpOnly(name: string, operand: Value): boolean {
  if (name !== '$group' || !(operand instanceof Map)) return false;
  return [...operand].every(([field, value]) =>
    field === '_id'
      ? value === null || isNumber(value)
      : value instanceof Map && [...value].every(([sum, added]) => sum === '$sum' && isNumber(added)),
  );
}

/** Compiles stages one after the other. Throws 40324 for stages outside the subset. */
export function compileStages(pipeline: readonly Value[], context: PipelineContext): Stage {
  const stages = pipeline.map((spec, i) => {
    const { name, operand } = stageOf(spec);
    if (writesOutput(spec) && i < pipeline.length - 1) {
      throw locationError(40601, `${name} can only be the final stage in the pipeline`);
    }
    const compiler = stageCompilers[name];
    if (compiler === undefined) throw locationError(40324, `Unrecognized pipeline stage name: '${name}'`);
    if (context.collation !== undefined && !collatedStages.has(name) && !addsUpOnly(name, operand)) {
      throw mongoError('NotImplemented', `${name} under a collation other than simple is not supported`);
    }
    return compiler(operand, { ...context, limitBehind: limitOf(pipeline[i + 1]) });
  });
  return (input) => stages.reduce((stream, stage) => stage(stream), input);
}

/** Whether a stage writes its documents to a collection instead of returning them. */
export function writesOutput(spec: Value | undefined): boolean {
  return spec instanceof Map && (spec.has('$out') || spec.has('$merge'));
}

/** The number of a `$limit`; infinite for any other stage. */
function limitOf(spec: Value | undefined): number {
  const limit = spec instanceof Map ? spec.get('$limit') : undefined;
  return isNumber(limit) && numberValue(limit) >= 1 ? numberValue(limit) : Number.POSITIVE_INFINITY;
}

export function stageOf(spec: Value): { name: string; operand: Value } {
  if (!(spec instanceof Map))
    throw mongoError('TypeMismatch', "Each element of the 'pipeline' array must be an object");
  const [only] = spec;
  if (only === undefined || spec.size !== 1) {
    throw locationError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return { name: only[0], operand: only[1] };
}

function setStage(name: string): StageCompiler {
  return (operand) => {
    const change = setFields(documentOperand(name, operand, 40272));
    return perChunk((chunk) => chunk.map(change));
  };
}

function replaceRoot(operand: Value): Stage {
  const expression = compileExpression(operand);
  return perChunk((chunk) =>
    chunk.map((document) => {
      const root = expression(document, noVariables);
      if (root instanceof Map) return root;
      throw locationError(40228, "'newRoot' expression must evaluate to an object");
    }),
  );
}

function perChunk(change: (chunk: Document[]) => Document[]): Stage {
  return async function* (input) {
    for await (const chunk of input) yield change(chunk);
  };
}

function skipStage(count: number): Stage {
  return async function* (input) {
    let left = count;
    for await (const chunk of input) {
      const rest = left > 0 ? chunk.slice(left) : chunk;
      left -= chunk.length - rest.length;
      if (rest.length > 0) yield rest;
    }
  };
}

function limitStage(count: number): Stage {
  return async function* (input) {
    let left = count;
    for await (const chunk of input) {
      yield chunk.slice(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  };
}

function countStage(field: string): Stage {
  return async function* (input) {
    let count = 0;
    for await (const chunk of input) count += chunk.length;
    if (count > 0) yield [new Map([[field, integer(count)]])];
  };
}

/** Every facet gets all documents; they are held once, within the memory limit of its stages. */
function facetStage(facets: Document, context: PipelineContext): Stage {
  if (facets.size === 0) throw locationError(40169, 'the $facet specification must be a non-empty object');
  const compiled = [...facets].map(([name, pipeline]) => {
    if (Array.isArray(pipeline) && pipeline.some(writesOutput)) {
      throw locationError(40600, '$out and $merge are not allowed to be used within a $facet stage');
    }
    if (!Array.isArray(pipeline)) throw locationError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return { name, stage: compileStages(pipeline, context) };
  });
  return async function* (input) {
    const all: Document[][] = [];
    for await (const chunk of input) all.push(chunk);
    const result: Document = new Map();
    for (const { name, stage } of compiled) {
      const documents: Document[] = [];
      for await (const chunk of stage(iterate(all))) documents.push(...chunk);
      result.set(name, documents);
    }
    yield [result];
  };
}

async function* iterate(chunks: readonly Document[][]): AsyncGenerator<Document[]> {
  yield* chunks;
}

function documentOperand(name: string, operand: Value, code: number): Document {
  if (operand instanceof Map) return operand;
  throw locationError(code, `the ${name} stage specification must be an object`);
}

function wholeOperand(name: string, operand: Value, smallest: number): number {
  const number = isNumber(operand) ? numberValue(operand) : Number.NaN;
  if (Number.isInteger(number) && number >= smallest) return number;
  const code = name === '$limit' ? 15958 : 5107200;
  throw locationError(
    code,
    `invalid argument to ${name} stage: Expected a ${smallest > 0 ? 'positive' : 'non-negative'} number`,
  );
}
