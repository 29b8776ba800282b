import { compareValues } from '../bson/compareValues.ts';
import { type Document, int32, integer, type Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { addNumbers } from '../update/addNumbers.ts';
import type { Accumulator, AccumulatorCompiler, CompiledAccumulator } from './accumulator.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { isNullish } from './operands.ts';
import { rankAccumulators } from './rankAccumulators.ts';
import { quantileAccumulators, statisticsAccumulators } from './statisticsAccumulators.ts';

/** Accumulators that take one expression. */
const plainAccumulators: Readonly<Record<string, () => Accumulator>> = {
  ...statisticsAccumulators,
  $sum: () => {
    let sum: Value = int32(0);
    return {
      add: (value) => {
        if (isNumber(value) && isNumber(sum)) sum = addNumbers(sum, value);
      },
      result: () => sum,
    };
  },
  $avg: () => {
    let sum = 0;
    let count = 0;
    return {
      add: (value) => {
        if (!isNumber(value)) return;
        sum += numberValue(value);
        count++;
      },
      result: () => (count === 0 ? null : sum / count),
    };
  },
  $min: () => extreme((order) => order < 0),
  $max: () => extreme((order) => order > 0),
  $first: () => {
    let first: Value | undefined;
    return {
      add: (value) => {
        if (first === undefined) first = value ?? null;
      },
      result: () => first ?? null,
    };
  },
  $last: () => {
    let last: Value = null;
    return {
      add: (value) => {
        last = value ?? null;
      },
      result: () => last,
    };
  },
  $push: () => {
    const items: Value[] = [];
    return {
      add: (value) => {
        if (value !== undefined) items.push(value);
      },
      result: () => items,
    };
  },
  $addToSet: () => {
    const items = new Map<string, Value>();
    return {
      add: (value) => {
        if (value !== undefined) items.set(identityOf(value), value);
      },
      result: () => [...items.values()],
    };
  },
  $mergeObjects: () => {
    const merged: Document = new Map();
    return {
      add: (value) => {
        if (isNullish(value)) return;
        if (!(value instanceof Map)) throw locationError(40400, '$mergeObjects requires object inputs');
        for (const [field, inner] of value) merged.set(field, inner);
      },
      result: () => merged,
    };
  },
  $count: () => {
    let count = 0;
    return {
      add: () => {
        count++;
      },
      result: () => integer(count),
    };
  },
};

function extreme(better: (order: number) => boolean): Accumulator {
  let best: Value | undefined;
  return {
    add: (value) => {
      if (!isNullish(value) && (best === undefined || better(compareValues(value, best)))) best = value;
    },
    result: () => best ?? null,
  };
}

const collectingAccumulators = new Set(['$push', '$addToSet']);

/** Every `$group` accumulator, by name. */
export const accumulatorCompilers: Readonly<Record<string, AccumulatorCompiler>> = {
  ...Object.fromEntries(
    Object.entries(plainAccumulators).map(([name, start]) => [
      name,
      (operand: Value): CompiledAccumulator => {
        const expression = compileExpression(operand);
        return {
          start,
          valueOf: (document) => expression(document, noVariables),
          collects: collectingAccumulators.has(name),
        };
      },
    ]),
  ),
  ...rankAccumulators,
  ...quantileAccumulators,
};

export type AccumulatedField = CompiledAccumulator & {
  name: string;
};

/** `name: { $accumulator: expression }`. Throws 15952 for an unknown accumulator. */
export function compileAccumulator(name: string, operand: Value): AccumulatedField {
  const [only] = operand instanceof Map ? operand : [];
  if (name.includes('.')) throw locationError(40235, `The field name '${name}' cannot contain '.'`);
  if (!(operand instanceof Map) || only === undefined) {
    throw locationError(40234, `The field '${name}' must be an accumulator object`);
  }
  if (operand.size !== 1) throw locationError(40238, `The field '${name}' must specify one accumulator`);
  const compile = accumulatorCompilers[only[0]];
  if (compile === undefined) throw locationError(15952, `unknown group operator '${only[0]}'`);
  if (only[0] === '$count' && !(only[1] instanceof Map && only[1].size === 0)) {
    throw locationError(1257301, '$count takes no arguments, i.e. $count: {}');
  }
  return { name, ...compile(only[1]) };
}
