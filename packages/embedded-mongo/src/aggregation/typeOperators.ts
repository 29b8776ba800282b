import { decimalText } from '../bson/decimal.ts';
import { typeName } from '../bson/typeNames.ts';
import { Code, Decimal, Int32, int32, ObjectIdValue, SymbolValue, UtcDate, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { isTruthy } from '../query/isTruthy.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, onValues } from './operands.ts';

/** A value as $toString writes it; undefined for types without a text form. */
export function textOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof SymbolValue) return value.name;
  if (value instanceof Int32) return String(value.value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof UtcDate) return new Date(value.ms).toISOString();
  if (value instanceof ObjectIdValue) return value.toHex();
  return value instanceof Decimal ? decimalText(value) : undefined;
}

/**
 * A value where an operator wants text: nothing is the empty string. Throws code 16007 for types that have a text form
 * in `$toString` alone, or none.
 */
export function coercedText(value: Value | undefined): string {
  if (isNullish(value)) return '';
  if (value instanceof Code) return value.code;
  const text = typeof value === 'boolean' || value instanceof ObjectIdValue ? undefined : textOf(value);
  if (text !== undefined) return text;
  throw locationError(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

function conversion(convert: (value: Value) => Value | undefined): OperatorCompiler {
  return onValues(1, 1, ([value], name) => {
    if (isNullish(value)) return null;
    const converted = convert(value);
    if (converted !== undefined) return converted;
    throw mongoError(
      'ConversionFailure',
      `Unsupported conversion from ${typeName(value)} in ${name} with no onError value`,
    );
  });
}

function toWhole(value: Value): bigint | undefined {
  if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? BigInt(value) : undefined;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof UtcDate) return BigInt(Math.trunc(value.ms));
  if (typeof value === 'bigint') return value;
  const number = isNumber(value) ? numberValue(value) : Number.NaN;
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
}

function toDate(value: Value): UtcDate | undefined {
  if (value instanceof UtcDate) return value;
  if (value instanceof ObjectIdValue) return new UtcDate(value.bytes.readUInt32BE(0) * 1000);
  if (isNumber(value) && !(value instanceof Int32)) return new UtcDate(Math.trunc(numberValue(value)));
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : new UtcDate(parsed);
}

export const typeOperators: Readonly<Record<string, OperatorCompiler>> = {
  $type: onValues(1, 1, ([value]) => (value === undefined ? 'missing' : typeName(value))),
  $isNumber: onValues(1, 1, ([value]) => isNumber(value)),
  $toString: conversion(textOf),
  $toInt: conversion((value) => {
    const whole = toWhole(value);
    return whole === undefined || whole < -2147483648n || whole > 2147483647n ? undefined : int32(Number(whole));
  }),
  $toLong: conversion(toWhole),
  $toDouble: conversion((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value instanceof UtcDate) return value.ms;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : numberValue(value);
    return Number.isNaN(number) && typeof value !== 'number' ? undefined : number;
  }),
  $toBool: conversion((value) => isTruthy(value)),
  $toDate: conversion(toDate),
  $toObjectId: conversion((value) => {
    if (value instanceof ObjectIdValue) return value;
    return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)
      ? new ObjectIdValue(Buffer.from(value, 'hex'))
      : undefined;
  }),
};
