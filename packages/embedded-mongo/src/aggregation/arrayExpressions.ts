import { compareValues, valuesEqual } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import { type Document, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { locationError } from '../errors/mongoError.ts';
import { isTruthy } from '../query/isTruthy.ts';
import { int32Of, isNumber, numberValue } from '../query/numberOperand.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { addNumbers } from '../update/addNumbers.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, namedArguments, onValues } from './operands.ts';

const size = onValues(1, 1, ([value]) => {
  if (!Array.isArray(value)) {
    throw locationError(17124, `The argument to $size must be an array, but was of type: ${nameOf(value)}`);
  }
  return int32(value.length);
});

const arrayElemAt = onValues(2, 2, ([array, index]) => {
  if (isNullish(array) || isNullish(index)) return null;
  if (!Array.isArray(array))
    throw locationError(28689, `$arrayElemAt's first argument must be an array, but is ${nameOf(array)}`);
  if (!isNumber(index))
    throw locationError(28690, `$arrayElemAt's second argument must be a numeric value, but is ${nameOf(index)}`);
  const at = int32Of(index);
  if (at === undefined)
    throw locationError(28691, "$arrayElemAt's second argument must be representable as a 32-bit integer");
  return array[at < 0 ? array.length + at : at];
});

function end(at: (array: Value[]) => Value | undefined): OperatorCompiler {
  return onValues(1, 1, ([array], name) => {
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(28689, `${name}'s argument must be an array, but is ${nameOf(array)}`);
    return at(array);
  });
}

const inOperator = onValues(2, 2, ([value, array]) => {
  if (!Array.isArray(array))
    throw locationError(40081, `$in requires an array as a second argument, found: ${nameOf(array)}`);
  return array.some((item) => valuesEqual(item, value ?? null));
});

const isArray = onValues(1, 1, ([value]) => Array.isArray(value));

const concatArrays = onValues(0, Number.POSITIVE_INFINITY, (arrays) => {
  const all: Value[] = [];
  for (const array of arrays) {
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) throw locationError(28664, `$concatArrays only supports arrays, not ${nameOf(array)}`);
    all.push(...array);
  }
  return all;
});

/** `[array, count]` or `[array, position, count]`; a negative position counts from the end. */
const slice = onValues(2, 3, (values) => {
  const [array, first, second] = values;
  if (isNullish(array) || isNullish(first)) return null;
  if (!Array.isArray(array))
    throw locationError(28724, `First argument to $slice must be an array, but is of type: ${nameOf(array)}`);
  const from = sliceNumber('Second', first, 28725);
  if (values.length === 2) return from < 0 ? array.slice(from) : array.slice(0, from);
  if (isNullish(second)) return null;
  const count = sliceNumber('Third', second, 28727);
  if (count <= 0) throw locationError(28729, 'Third argument to $slice must be positive');
  const start = from < 0 ? Math.max(array.length + from, 0) : from;
  return array.slice(start, start + count);
});

/** The next code is MongoDB's for a number that an int does not hold. */
function sliceNumber(which: string, value: Value, code: number): number {
  const number = int32Of(value);
  if (number !== undefined) return number;
  throw locationError(
    isNumber(value) ? code + 1 : code,
    `${which} argument to $slice must be a 32-bit integer, but is ${describeValue(value)}`,
  );
}

const setUnion = onValues(0, Number.POSITIVE_INFINITY, (arrays) => {
  const distinct = new Map<string, Value>();
  for (const array of arrays) {
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(17043, `All operands of $setUnion must be arrays. One argument is of type: ${nameOf(array)}`);
    for (const item of array) distinct.set(identityOf(item), item);
  }
  return [...distinct.values()].sort(compareValues);
});

const filter: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['input', 'as', 'cond', 'limit'], 28647);
  const input = compile(named.get('input') ?? null);
  const condition = compile(named.get('cond') ?? null);
  const limit = compile(named.get('limit') ?? null);
  const variable = String(named.get('as') ?? 'this');
  return (root, variables) => {
    const array = input(root, variables);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) throw locationError(28651, `input to $filter must be an array not ${nameOf(array)}`);
    const most = filterLimit(limit(root, variables));
    const kept: Value[] = [];
    for (const item of array) {
      if (kept.length === most) break;
      if (isTruthy(condition(root, new Map(variables).set(variable, item)))) kept.push(item);
    }
    return kept;
  };
};

function filterLimit(value: Value | undefined): number {
  if (isNullish(value)) return Number.POSITIVE_INFINITY;
  const limit = int32Of(value);
  if (limit === undefined)
    throw locationError(327391, `$filter: limit must be a 32-bit integer, but is ${describeValue(value)}`);
  if (limit < 1) throw locationError(327392, `$filter: limit must be greater than 0, but is ${limit}`);
  return limit;
}

const map: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['input', 'as', 'in'], 16879);
  const input = compile(named.get('input') ?? null);
  const inside = compile(named.get('in') ?? null);
  const variable = String(named.get('as') ?? 'this');
  return (root, variables) => {
    const array = input(root, variables);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) throw locationError(16883, `input to $map must be an array not ${nameOf(array)}`);
    return array.map((item) => inside(root, new Map(variables).set(variable, item)) ?? null);
  };
};

/** `$sum`, `$avg`, `$min`, `$max` as expressions: over the arguments, or over the one array given. */
function overValues(fold: (values: Value[]) => Value): OperatorCompiler {
  return onValues(1, Number.POSITIVE_INFINITY, (values) => {
    const [only] = values;
    const list = values.length === 1 && Array.isArray(only) ? only : values;
    return fold(list.filter((value) => !isNullish(value)));
  });
}

const mergeObjects = onValues(0, Number.POSITIVE_INFINITY, (values) => {
  const merged: Document = new Map();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!(value instanceof Map))
      throw locationError(40400, `$mergeObjects requires object inputs, but input is of type ${nameOf(value)}`);
    for (const [field, inner] of value) merged.set(field, inner);
  }
  return merged;
});

const objectToArray = onValues(1, 1, ([value]) => {
  if (isNullish(value)) return null;
  if (!(value instanceof Map))
    throw locationError(40390, `$objectToArray requires a document input, found: ${nameOf(value)}`);
  return [...value].map(
    ([k, v]) =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  );
});

function nameOf(value: Value | undefined): string {
  return value === undefined ? 'missing' : typeName(value);
}

const numbersOf = (values: Value[]) => values.filter(isNumber);

export const arrayOperators: Readonly<Record<string, OperatorCompiler>> = {
  $size: size,
  $arrayElemAt: arrayElemAt,
  $first: end((array) => array[0]),
  $last: end((array) => array[array.length - 1]),
  $in: inOperator,
  $isArray: isArray,
  $concatArrays: concatArrays,
  $slice: slice,
  $setUnion: setUnion,
  $filter: filter,
  $map: map,
  $mergeObjects: mergeObjects,
  $objectToArray: objectToArray,
  $sum: overValues((values) => {
    let sum: Value = int32(0);
    for (const value of numbersOf(values)) sum = isNumber(sum) ? addNumbers(sum, value) : sum;
    return sum;
  }),
  $avg: overValues((values) => {
    const numbers = numbersOf(values);
    return numbers.length === 0
      ? null
      : numbers.reduce<number>((sum, value) => sum + numberValue(value), 0) / numbers.length;
  }),
  $min: overValues((values) =>
    values.reduce<Value>((best, value) => (best === null || compareValues(value, best) < 0 ? value : best), null),
  ),
  $max: overValues((values) =>
    values.reduce<Value>((best, value) => (best === null || compareValues(value, best) > 0 ? value : best), null),
  ),
};
