import { compareValues, type TextOrder } from '../bson/compareValues.ts';
import { type Document, undefinedValue, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { someAtPath } from './documentPath.ts';
import { isNumber, numberValue } from './numberOperand.ts';

export type SortField = {
  field: string;
  path: readonly string[];
  descending: boolean;
  /** How text compares; undefined for the simple collation. */
  text: TextOrder | undefined;
};

/** The fields of a sort; `$natural` is handled by the planner. Throws BadValue for directions other than 1 and -1. */
export function parseSort(sort: Document, text?: TextOrder): SortField[] {
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

/** The sort value of a document: for an array its smallest element, or its largest when descending. */
export function sortKeyOf(document: Document, fields: readonly SortField[]): Value[] {
  return fields.map((field) => {
    const { path } = field;
    const [only = ''] = path;
    if (path.length === 1) {
      const value = document.get(only);
      if (!Array.isArray(value)) return value ?? null;
    }
    return extremeAt(document, field);
  });
}

function extremeAt(document: Document, { path, descending, text }: SortField): Value {
  let best: Value | undefined;
  const offer = (value: Value): void => {
    const order = best === undefined ? 0 : compareValues(value, best, text);
    if (best === undefined || (descending ? order > 0 : order < 0)) best = value;
  };
  someAtPath(document, path, 0, false, (value) => {
    if (Array.isArray(value)) {
      if (value.length === 0) offer(undefinedValue);
      for (const item of value) offer(item);
    } else offer(value ?? null);
    return false;
  });
  return best ?? null;
}

export function compareSortKeys(a: readonly Value[], b: readonly Value[], fields: readonly SortField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i], b[i], fields[i]?.text);
    if (order !== 0) return fields[i]?.descending === true ? -order : order;
  }
  return 0;
}
