import { addDecimals, decimalOfNumber, multiplyDecimals } from '../bson/decimal.ts';
import { Decimal, Int32, int32, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { type NumberValue, numberValue } from '../query/numberOperand.ts';

const minLong = -(2n ** 63n);
const maxLong = 2n ** 63n - 1n;

/** Sum and product in the wider of the two types: int → long on overflow → error; double; decimal. */
export function addNumbers(a: NumberValue, b: NumberValue): Value {
  if (a instanceof Decimal || b instanceof Decimal) return addDecimals(asDecimal(a), asDecimal(b));
  if (typeof a === 'number' || typeof b === 'number') return numberValue(a) + numberValue(b);
  return wholeResult(a, b, asBigInt(a) + asBigInt(b));
}

export function multiplyNumbers(a: NumberValue, b: NumberValue): Value {
  if (a instanceof Decimal || b instanceof Decimal) return multiplyDecimals(asDecimal(a), asDecimal(b));
  if (typeof a === 'number' || typeof b === 'number') return numberValue(a) * numberValue(b);
  return wholeResult(a, b, asBigInt(a) * asBigInt(b));
}

function wholeResult(a: Int32 | bigint, b: Int32 | bigint, result: bigint): Value {
  if (a instanceof Int32 && b instanceof Int32 && result >= -2147483648n && result <= 2147483647n) {
    return int32(Number(result));
  }
  if (result < minLong || result > maxLong) {
    throw mongoError('BadValue', 'Failed to apply arithmetic: the result is outside of what a long holds');
  }
  return result;
}

export function asDecimal(value: NumberValue): Decimal {
  if (value instanceof Decimal) return value;
  return decimalOfNumber(value instanceof Int32 ? value.value : value);
}

function asBigInt(value: Int32 | bigint): bigint {
  return value instanceof Int32 ? BigInt(value.value) : value;
}
