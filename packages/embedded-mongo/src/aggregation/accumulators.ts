import { compareValues } from '../bson/compareValues.ts';
import { type Document, int32, integer, type Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { addNumbers } from '../update/addNumbers.ts';
import { compileExpression, NO_VARIABLES } from './compileExpression.ts';
import { isNullish } from './operands.ts';

/** The running state of one accumulator in one group. */
export interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

/** Every `$group` accumulator, by name. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
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

export interface AccumulatedField {
  name: string;
  start: () => Accumulator;
  valueOf: (document: Document) => Value | undefined;
}

/** `name: { $accumulator: expression }`. Throws 15952 for an unknown accumulator. */
export function compileAccumulator(name: string, operand: Value): AccumulatedField {
  const [only] = operand instanceof Map ? operand : [];
  if (name.includes('.')) throw locationError(40235, `The field name '${name}' cannot contain '.'`);
  if (!(operand instanceof Map) || only === undefined) {
    throw locationError(40234, `The field '${name}' must be an accumulator object`);
  }
  if (operand.size !== 1) throw locationError(40238, `The field '${name}' must specify one accumulator`);
  const start = ACCUMULATORS[only[0]];
  if (start === undefined) throw locationError(15952, `unknown group operator '${only[0]}'`);
  if (only[0] === '$count' && !(only[1] instanceof Map && only[1].size === 0)) {
    throw locationError(1257301, '$count takes no arguments, i.e. $count: {}');
  }
  const expression = compileExpression(only[1]);
  return { name, start, valueOf: (document) => expression(document, NO_VARIABLES) };
}
