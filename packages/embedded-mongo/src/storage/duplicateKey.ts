import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { type MongoError, mongoError } from '../errors/mongoError.ts';
import type { IndexDefinition } from './indexDefinition.ts';

/** MongoDB's E11000 with keyPattern and keyValue. */
export function duplicateKey(
  namespace: string,
  index: IndexDefinition,
  tuple: readonly (Value | undefined)[],
): MongoError {
  const keyValue: Document = new Map();
  index.fields.forEach((field, i) => {
    keyValue.set(field, tuple[i] ?? null);
  });
  return mongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${describeValue(keyValue)}`,
    new Map<string, Value>([
      ['keyPattern', index.key],
      ['keyValue', keyValue],
    ]),
  );
}
