import { divideDecimals } from '../bson/decimal.ts';
import { typeName } from '../bson/typeNames.ts';
import { Decimal, Int32, integer, UtcDate, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { isNumber, type NumberValue, numberValue } from '../query/numberOperand.ts';
import { addNumbers, asDecimal, multiplyNumbers } from '../update/addNumbers.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, onValues } from './operands.ts';

const unlimited = Number.POSITIVE_INFINITY;

const add = onValues(0, unlimited, (values) => {
  let sum: Value = integer(0);
  let date: UtcDate | undefined;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof UtcDate) {
      if (date !== undefined) throw locationError(16612, 'only one date allowed in an $add expression');
      date = value;
    } else sum = addNumbers(numeric(sum, '$add'), numeric(value, '$add'));
  }
  return date === undefined ? sum : new UtcDate(date.ms + Math.round(numberValue(sum)));
});

const subtract = onValues(2, 2, ([a, b]) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof UtcDate) {
    if (b instanceof UtcDate) return BigInt(Math.trunc(a.ms - b.ms));
    return new UtcDate(a.ms - Math.round(numberValue(numeric(b, '$subtract'))));
  }
  return addNumbers(numeric(a, '$subtract'), negate(numeric(b, '$subtract')));
});

const multiply = onValues(0, unlimited, (values) => {
  let product: Value = integer(1);
  for (const value of values) {
    if (isNullish(value)) return null;
    product = multiplyNumbers(numeric(product, '$multiply'), numeric(value, '$multiply'));
  }
  return product;
});

const divide = onValues(2, 2, ([a, b]) => {
  if (isNullish(a) || isNullish(b)) return null;
  const divisor = numeric(b, '$divide');
  const dividend = numeric(a, '$divide');
  if (numberValue(divisor) === 0) throw mongoError('BadValue', "can't $divide by zero");
  if (dividend instanceof Decimal || divisor instanceof Decimal)
    return divideDecimals(asDecimal(dividend), asDecimal(divisor));
  return numberValue(dividend) / numberValue(divisor);
});

const mod = onValues(2, 2, ([a, b]) => {
  if (isNullish(a) || isNullish(b)) return null;
  const divisor = numeric(b, '$mod');
  const dividend = numeric(a, '$mod');
  if (numberValue(divisor) === 0) throw locationError(16610, "can't $mod by zero");
  if (typeof dividend === 'number' || typeof divisor === 'number') return numberValue(dividend) % numberValue(divisor);
  if (dividend instanceof Decimal || divisor instanceof Decimal) {
    throw mongoError('NotImplemented', '$mod of decimals is not supported');
  }
  return integer(wholeOf(dividend) % wholeOf(divisor));
});

function rounding(round: (value: number) => number): OperatorCompiler {
  return onValues(1, 1, ([value], name) => {
    if (isNullish(value)) return null;
    const number = numeric(value, name);
    if (number instanceof Decimal) throw mongoError('NotImplemented', `${name} of decimals is not supported`);
    return typeof number === 'number' ? round(number) : number;
  });
}

const abs = onValues(1, 1, ([value]) => {
  if (isNullish(value)) return null;
  const number = numeric(value, '$abs');
  return numberValue(number) < 0 ? negate(number) : number;
});

/** `[number, places]`; halves are rounded to even. */
const round = onValues(1, 2, ([value, places]) => {
  if (isNullish(value)) return null;
  const number = numeric(value, '$round');
  if (number instanceof Decimal) throw mongoError('NotImplemented', '$round of decimals is not supported');
  if (typeof number !== 'number') return number;
  const scale = 10 ** numberValue(places ?? integer(0));
  const scaled = number * scale;
  const floor = Math.floor(scaled);
  const half = scaled - floor === 0.5;
  return (half ? (floor % 2 === 0 ? floor : floor + 1) : Math.round(scaled)) / scale;
});

function negate(value: NumberValue): NumberValue {
  const negated = multiplyNumbers(value, integer(-1));
  return isNumber(negated) ? negated : value;
}

function numeric(value: Value, name: string): NumberValue {
  if (isNumber(value)) return value;
  throw mongoError('TypeMismatch', `${name} only supports numeric types, not ${typeName(value)}`);
}

function wholeOf(value: Int32 | bigint): bigint {
  return value instanceof Int32 ? BigInt(value.value) : value;
}

export const arithmeticOperators: Readonly<Record<string, OperatorCompiler>> = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: divide,
  $mod: mod,
  $abs: abs,
  $ceil: rounding(Math.ceil),
  $floor: rounding(Math.floor),
  $trunc: rounding(Math.trunc),
  $round: round,
  $rand: onValues(0, 1, () => Math.random()),
};
