import { decimalText } from '../bson/decimal.ts';
import { typeName } from '../bson/typeNames.ts';
import { Decimal, Int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';

export type NumberValue = number | bigint | Int32 | Decimal;

export function isNumber(value: Value | undefined): value is NumberValue {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Int32 || value instanceof Decimal;
}

/** The nearest double; NaN for anything but a number. */
export function numberValue(value: Value | undefined): number {
  if (value instanceof Int32) return value.value;
  if (value instanceof Decimal) return Number(decimalText(value));
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}

/** A number that an int holds exactly; undefined for anything else. */
export function int32Of(value: Value | undefined): number | undefined {
  const number = numberValue(value);
  return Number.isInteger(number) && number >= -2147483648 && number <= 2147483647 ? number : undefined;
}

/** An integer operand; throws BadValue for anything else. */
export function integerOperand(name: string, value: Value): number {
  const number = numberValue(value);
  if (Number.isInteger(number)) return number;
  throw mongoError('BadValue', `Failed to parse ${name}. Expected an integer: ${name}: ${describeValue(value)}`);
}

/** An optional numeric field of a command; throws TypeMismatch when it is present and not a number. */
export function numberField(command: ReadonlyMap<string, Value>, name: string, fallback: number): number {
  const value = command.get(name);
  if (value === undefined || value === null) return fallback;
  if (isNumber(value)) return Math.trunc(numberValue(value));
  throw mongoError(
    'TypeMismatch',
    `BSON field '${name}' is the wrong type '${typeName(value)}', expected types '[long, int, decimal, double]'`,
  );
}
