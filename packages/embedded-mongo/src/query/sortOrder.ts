import { compareValues, type TextOrder } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { MongoError, mongoError } from '../errors/mongoError.ts';
import { keyTuples } from '../storage/indexKeys.ts';
import { isNumber, numberValue } from './numberOperand.ts';

export type SortField = {
  field: string;
  path: readonly string[];
  descending: boolean;
  /** How text compares; undefined for the simple collation. */
  text: TextOrder | undefined;
};

/** The fields of a sort; `$natural` is handled by the planner. Throws BadValue for directions other than 1 and -1. */
export function parseSort(sort: Document, text: TextOrder | undefined): SortField[] {
  return [...sort].map(([field, direction]) => {
    const sign = isNumber(direction) ? numberValue(direction) : 0;
    if (direction instanceof Map) throw mongoError('BadValue', '$meta sort is not supported');
    if (sign !== 1 && sign !== -1) {
      throw mongoError('BadValue', '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    if (field === '' || field.startsWith('.') || field.endsWith('.')) {
      throw mongoError('BadValue', 'FieldPath must not end with a .');
    }
    return { field, path: field.split('.'), descending: sign < 0, text };
  });
}

/**
 * The values by which a document is sorted. Arrays give several, as they give several keys in an index: the first of
 * them in the order counts. Throws BadValue when two fields meet different arrays.
 */
export function sortKeyOf(document: Document, fields: readonly SortField[]): Value[] {
  return keyWithoutArrays(document, fields) ?? firstKey(document, fields);
}

function keyWithoutArrays(document: Document, fields: readonly SortField[]): Value[] | undefined {
  const key: Value[] = [];
  for (const { path } of fields) {
    let value: Value | undefined = document;
    for (const part of path) {
      if (Array.isArray(value)) return undefined;
      value = value instanceof Map ? value.get(part) : undefined;
    }
    if (Array.isArray(value)) return undefined;
    key.push(value ?? null);
  }
  return key;
}

function firstKey(document: Document, fields: readonly SortField[]): Value[] {
  let first: Value[] | undefined;
  for (const tuple of tuplesOf(document, fields)) {
    const key = tuple.map((value) => value ?? null);
    if (first === undefined || compareSortKeys(key, first, fields) < 0) first = key;
  }
  return first ?? [];
}

function tuplesOf(document: Document, fields: readonly SortField[]): (Value | undefined)[][] {
  const paths = fields.map(({ path }) => path);
  try {
    return keyTuples(paths, document).tuples;
  } catch (error) {
    if (!(error instanceof MongoError) || error.codeName !== 'CannotIndexParallelArrays') throw error;
    throw mongoError('BadValue', 'cannot sort with keys that are parallel arrays');
  }
}

export function compareSortKeys(a: readonly Value[], b: readonly Value[], fields: readonly SortField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i], b[i], fields[i]?.text);
    if (order !== 0) return fields[i]?.descending === true ? -order : order;
  }
  return 0;
}
