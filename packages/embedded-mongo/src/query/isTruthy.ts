import { Decimal, Int32, Sentinel, type Value } from '../bson/values.ts';
import { numberValue } from './numberOperand.ts';

/** Truth as in $expr and $cond: everything but false, null, undefined, missing and zero. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === 0n) return false;
  if (value instanceof Int32 || value instanceof Decimal) return numberValue(value) !== 0;
  return !(value instanceof Sentinel && value.kind === 'undefined');
}
