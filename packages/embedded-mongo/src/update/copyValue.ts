import type { Value } from '../bson/values.ts';

/** A deep copy of documents and arrays; all other values are immutable and shared. */
export function copyValue(value: Value): Value {
  if (value instanceof Map) return new Map([...value].map(([name, field]) => [name, copyValue(field)]));
  return Array.isArray(value) ? value.map(copyValue) : value;
}
