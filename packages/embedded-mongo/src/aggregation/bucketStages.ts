import { compareValues, typeRank } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { pacedSort } from '../cursor/pacedSort.ts';
import { locationError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import type { Accumulator } from './accumulator.ts';
import { type AccumulatedField, compileAccumulator } from './accumulators.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stage.ts';

/** `{ groupBy, boundaries, default, output }`: a bucket per pair of boundaries, the lower one being its `_id`. */
export function bucketStage(spec: Document): Stage {
  checkFields('$bucket', spec, ['groupBy', 'boundaries', 'default', 'output'], 40197);
  const groupBy = spec.get('groupBy');
  const boundaries = spec.get('boundaries');
  const fallback = spec.get('default');
  if (groupBy === undefined || !Array.isArray(boundaries)) {
    throw locationError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  }
  if (boundaries.length < 2) {
    throw locationError(40192, "The $bucket 'boundaries' field must have at least 2 values, but found 1.");
  }
  for (let i = 1; i < boundaries.length; i++) {
    const [below, above] = [boundaries[i - 1] ?? null, boundaries[i] ?? null];
    if (typeRank(below) !== typeRank(above)) {
      throw locationError(40193, "All values in the 'boundaries' option to $bucket must have the same type.");
    }
    if (compareValues(below, above) >= 0) {
      throw locationError(40194, "The 'boundaries' option to $bucket must be sorted.");
    }
  }
  const last = boundaries[boundaries.length - 1] ?? null;
  const inside = (value: Value): boolean => compareValues(value, boundaries[0]) >= 0 && compareValues(value, last) < 0;
  if (fallback !== undefined && inside(fallback)) {
    throw locationError(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  }
  const expression = compileExpression(groupBy);
  const output = outputFields('$bucket', spec.get('output'), 40196);
  return async function* (input) {
    const buckets = new Map<number, Accumulator[]>();
    for await (const chunk of input) {
      for (const document of chunk) {
        const value = expression(document, noVariables) ?? null;
        let at = -1;
        if (inside(value)) while (at + 1 < boundaries.length && compareValues(value, boundaries[at + 1]) >= 0) at++;
        else if (fallback === undefined) {
          throw locationError(
            40066,
            '$switch could not find a matching branch for an input, and no default was specified.',
          );
        }
        const accumulators = buckets.get(at) ?? output.map((field) => field.start());
        buckets.set(at, accumulators);
        addTo(accumulators, output, document);
      }
    }
    yield [...buckets]
      .map(([at, accumulators]) =>
        resultOf(at < 0 ? (fallback ?? null) : (boundaries[at] ?? null), output, accumulators),
      )
      .sort((a, b) => compareValues(a.get('_id'), b.get('_id')));
  };
}

/** `{ groupBy, buckets, output }`: filled as evenly as equal values allow; `_id` is `{ min, max }`. */
export function bucketAutoStage(spec: Document, { pace }: PipelineContext): Stage {
  checkFields('$bucketAuto', spec, ['groupBy', 'buckets', 'output'], 40245);
  const groupBy = spec.get('groupBy');
  const wanted = spec.get('buckets');
  if (groupBy === undefined || wanted === undefined) {
    throw locationError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  }
  const count = isNumber(wanted) ? numberValue(wanted) : Number.NaN;
  if (!Number.isInteger(count) || count < 1) {
    throw locationError(
      40243,
      "The $bucketAuto 'buckets' field must be greater than 0, representable as a 32-bit integer",
    );
  }
  const expression = compileExpression(groupBy);
  const output = outputFields('$bucketAuto', spec.get('output'), 40244);
  return async function* (input) {
    const memory = new MemoryLimit('$bucketAuto');
    const rows: { value: Value; document: Document }[] = [];
    for await (const chunk of input) {
      for (const document of chunk) {
        rows.push({ value: expression(document, noVariables) ?? null, document });
        memory.addDocument(document);
      }
    }
    await pacedSort(rows, (a, b) => compareValues(a.value, b.value), pace());
    yield evenBuckets(rows, count, output);
  };
}

function evenBuckets(
  rows: readonly { value: Value; document: Document }[],
  count: number,
  output: readonly AccumulatedField[],
): Document[] {
  const out: Document[] = [];
  const size = Math.max(1, Math.round(rows.length / count));
  for (let at = 0; at < rows.length; ) {
    let end = out.length === count - 1 ? rows.length : Math.min(at + size, rows.length);
    const lastValue = rows[end - 1]?.value;
    while (end < rows.length && compareValues(rows[end]?.value, lastValue) === 0) end++;
    const accumulators = output.map((field) => field.start());
    for (const { document } of rows.slice(at, end)) addTo(accumulators, output, document);
    const id = documentOf({ min: rows[at]?.value, max: (rows[end] ?? rows[end - 1])?.value });
    out.push(resultOf(id, output, accumulators));
    at = end;
  }
  return out;
}

function outputFields(stage: string, output: Value | undefined, code: number): AccumulatedField[] {
  if (output === undefined) return [compileAccumulator('count', new Map([['$sum', int32(1)]]))];
  if (!(output instanceof Map)) throw locationError(code, `The ${stage} 'output' field must be an object`);
  return [...output].map(([name, operand]) => compileAccumulator(name, operand));
}

function addTo(accumulators: readonly Accumulator[], output: readonly AccumulatedField[], document: Document): void {
  output.forEach((field, i) => {
    accumulators[i]?.add(field.valueOf(document));
  });
}

function resultOf(id: Value, output: readonly AccumulatedField[], accumulators: readonly Accumulator[]): Document {
  const result: Document = new Map([['_id', id]]);
  output.forEach(({ name }, i) => {
    result.set(name, accumulators[i]?.result() ?? null);
  });
  return result;
}

function checkFields(stage: string, spec: Document, allowed: readonly string[], code: number): void {
  for (const name of spec.keys()) {
    if (!allowed.includes(name)) throw locationError(code, `Unrecognized option to ${stage}: ${name}.`);
  }
}
