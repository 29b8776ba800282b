import { divideDecimals, remainderOfDecimals } from '../bson/decimal.ts';
import { typeName } from '../bson/typeNames.ts';
import { Decimal, Int32, integer, UtcDate, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { int32Of, isNumber, type NumberValue, numberValue } from '../query/numberOperand.ts';
import { addNumbers, asDecimal, multiplyNumbers } from '../update/addNumbers.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, onValues } from './operands.ts';
import { type Rounding, roundNumber } from './roundNumber.ts';

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
  if (!isNumber(a) || !isNumber(b))
    throw locationError(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (numberValue(b) === 0) throw locationError(16610, "can't $mod by zero");
  return remainder(a, b);
});

function remainder(a: NumberValue, b: NumberValue): Value {
  if (a instanceof Decimal || b instanceof Decimal) return remainderOfDecimals(asDecimal(a), asDecimal(b));
  if (typeof a === 'number' || typeof b === 'number') return numberValue(a) % numberValue(b);
  return integer(wholeOf(a) % wholeOf(b));
}

/** To whole numbers. */
function toWhole(rounding: Rounding): OperatorCompiler {
  return onValues(1, 1, ([value], name) => {
    if (isNullish(value)) return null;
    if (!isNumber(value)) throw locationError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    return roundNumber(value, 0, rounding);
  });
}

/** `[number, places]`: to decimal places, or to powers of ten where they are negative. */
function toPlaces(rounding: Rounding): OperatorCompiler {
  return onValues(1, 2, (values, name) => {
    const [value, places = values.length === 1 ? integer(0) : null] = values;
    if (isNullish(value) || isNullish(places)) return null;
    if (!isNumber(value)) throw locationError(51081, `${name} only supports numeric types, not ${typeName(value)}`);
    const wanted = int32Of(places);
    if (wanted === undefined)
      throw locationError(
        51082,
        `precision argument to ${name} must be an integral value, not ${describeValue(places)}`,
      );
    if (wanted < -20 || wanted > 100)
      throw locationError(51083, `cannot apply ${name} with precision value ${wanted} value must be in [-20, 100]`);
    return roundNumber(value, wanted, rounding);
  });
}

const abs = onValues(1, 1, ([value]) => {
  if (isNullish(value)) return null;
  if (!isNumber(value)) throw locationError(28765, `$abs only supports numeric types, not ${typeName(value)}`);
  return numberValue(value) < 0 ? negate(value) : value;
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
  $ceil: toWhole('up'),
  $floor: toWhole('down'),
  $trunc: toPlaces('towardsZero'),
  $round: toPlaces('halfEven'),
  $rand: onValues(0, 1, () => Math.random()),
};
