import type { Document, Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import type { Accumulator, AccumulatorCompiler } from './accumulator.ts';
import { compileExpression, noVariables } from './compileExpression.ts';

/** Welford's algorithm: one pass, with no loss of precision for large means. */
function deviation(divisor: (count: number) => number): () => Accumulator {
  return () => {
    let count = 0;
    let mean = 0;
    let squares = 0;
    return {
      add: (value) => {
        if (!isNumber(value)) return;
        const number = numberValue(value);
        count++;
        const distance = number - mean;
        mean += distance / count;
        squares += distance * (number - mean);
      },
      result: () => (divisor(count) > 0 ? Math.sqrt(squares / divisor(count)) : null),
    };
  };
}

/**
 * `{ input, p: [fractions], method: 'approximate' }` → an array. Exact here: the smallest value with at least that
 * share of values at or below it.
 */
const percentile: AccumulatorCompiler = (operand) => {
  const spec = namedOperand('$percentile', operand, ['input', 'p', 'method']);
  const fractions = spec.get('p');
  if (!Array.isArray(fractions) || fractions.length === 0) {
    throw locationError(7750301, "The $percentile 'p' field must be a non-empty array of numbers from [0.0, 1.0]");
  }
  const shares = fractions.map((fraction) => {
    const share = isNumber(fraction) ? numberValue(fraction) : Number.NaN;
    if (share >= 0 && share <= 1) return share;
    throw locationError(7750303, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
  });
  return quantiles(spec, (sorted) => shares.map((share) => valueAtShare(sorted, share)));
};

/** `{ input, method: 'approximate' }` → one value */
const median: AccumulatorCompiler = (operand) =>
  quantiles(namedOperand('$median', operand, ['input', 'method']), (sorted) => valueAtShare(sorted, 0.5));

function quantiles(spec: Document, answer: (sorted: Float64Array) => Value): ReturnType<AccumulatorCompiler> {
  if (spec.get('method') !== 'approximate') {
    throw mongoError('BadValue', "Currently only 'approximate' can be used as percentile 'method'.");
  }
  const expression = compileExpression(spec.get('input') ?? null);
  return {
    collects: true,
    valueOf: (document) => {
      const value = expression(document, noVariables);
      return isNumber(value) ? value : undefined;
    },
    start: () => {
      const numbers: number[] = [];
      return {
        add: (value) => {
          if (isNumber(value)) numbers.push(numberValue(value));
        },
        result: () => answer(Float64Array.from(numbers).sort()),
      };
    },
  };
}

function valueAtShare(sorted: Float64Array, share: number): Value {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** The operand of an accumulator with named arguments, which are required unless listed in `optional`. */
export function namedOperand(name: string, operand: Value, fields: readonly string[]): Document {
  if (!(operand instanceof Map)) {
    throw mongoError('FailedToParse', `specification must be an object; found ${name}`);
  }
  for (const field of operand.keys()) {
    if (!fields.includes(field)) throw locationError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
  for (const field of fields) {
    if (!operand.has(field)) {
      throw locationError(40414, `BSON field '${name}.${field}' is missing but a required field`);
    }
  }
  return operand;
}

export const statisticsAccumulators: Readonly<Record<string, () => Accumulator>> = {
  $stdDevPop: deviation((count) => count),
  $stdDevSamp: deviation((count) => count - 1),
};

export const quantileAccumulators: Readonly<Record<string, AccumulatorCompiler>> = {
  $percentile: percentile,
  $median: median,
};
