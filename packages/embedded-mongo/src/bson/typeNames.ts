import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  Int32,
  ObjectIdValue,
  RawDocument,
  Regex,
  Sentinel,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from './values.ts';

/** The names `$type` and error messages use, with the BSON type numbers. */
export const typeNumbers: Readonly<Record<string, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

export function typeName(value: Value): string {
  if (typeof value === 'number') return 'double';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'long';
  if (value === null) return 'null';
  if (value instanceof Int32) return 'int';
  if (value instanceof Map || value instanceof RawDocument) return 'object';
  if (Array.isArray(value)) return 'array';
  if (value instanceof UtcDate) return 'date';
  if (value instanceof ObjectIdValue) return 'objectId';
  if (value instanceof Binary) return 'binData';
  if (value instanceof Decimal) return 'decimal';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Regex) return 'regex';
  if (value instanceof Code) return value.scope === undefined ? 'javascript' : 'javascriptWithScope';
  if (value instanceof SymbolValue) return 'symbol';
  if (value instanceof DbPointer) return 'dbPointer';
  if (value instanceof Sentinel) return value.kind;
  const unreachable: never = value;
  return unreachable;
}
