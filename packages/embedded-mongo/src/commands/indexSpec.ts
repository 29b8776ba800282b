import { type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';

/** Supported index options; others are refused rather than ignored. */
export const indexOptions = [
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'background',
  'hidden',
  'expireAfterSeconds',
  'partialFilterExpression',
] as const;

/** Checks one entry of createIndexes and returns it as listIndexes shows it. */
export function normalIndexSpec(given: Value): Document {
  if (!(given instanceof Map)) throw mongoError('TypeMismatch', 'The elements of the indexes array must be objects');
  const key = given.get('key');
  if (!(key instanceof Map) || key.size === 0) throw mongoError('CannotCreateIndex', 'Index keys cannot be empty.');
  for (const name of given.keys()) {
    if (!indexOptions.some((option) => option === name)) {
      throw mongoError(
        'InvalidIndexSpecificationOption',
        `The field '${name}' is not valid for an index specification. Specification: ${describeValue(given)}`,
      );
    }
  }
  for (const [field, direction] of key) checkKeyField(field, direction, key);
  const name = given.get('name');
  if (name === undefined)
    throw mongoError('FailedToParse', "The 'name' field is a required property of an index specification");
  if (typeof name !== 'string' || name === '')
    throw mongoError('CannotCreateIndex', 'The index name must be a non-empty string');
  const sparse = flag(given, 'sparse');
  const partial = partialFilter(given, sparse === true);
  const hidden = flag(given, 'hidden');
  if (hidden === true && name === '_id_') throw mongoError('BadValue', "can't hide _id index");
  return documentOf({
    v: int32(2),
    key,
    name,
    unique: flag(given, 'unique'),
    sparse,
    hidden,
    expireAfterSeconds: expiry(given, key),
    partialFilterExpression: partial,
  });
}

function checkKeyField(field: string, direction: Value, key: Document): void {
  if (typeof direction === 'string') {
    throw mongoError(
      'CannotCreateIndex',
      `Unknown index plugin '${direction}'. Index type '${direction}' is not supported`,
    );
  }
  const number = isNumber(direction) ? numberValue(direction) : Number.NaN;
  if (Number.isNaN(number) || number === 0) {
    throw mongoError(
      'CannotCreateIndex',
      `Values in v:2 index key pattern must be numbers other than zero, found ${describeValue(key)}`,
    );
  }
  const parts = field.split('.');
  if (parts.some((part) => part === ''))
    throw mongoError('CannotCreateIndex', 'Index keys cannot contain an empty field.');
  if (parts.some((part) => part.startsWith('$'))) {
    throw mongoError(
      'CannotCreateIndex',
      field.includes('$**')
        ? 'Wildcard indexes are not supported'
        : "Index key contains an illegal field name: field name starts with '$'.",
    );
  }
}

function flag(given: Document, name: string): Value | undefined {
  const value = given.get(name);
  if (value === undefined || value === false) return undefined;
  if (value === true || (isNumber(value) && numberValue(value) !== 0)) return true;
  if (isNumber(value)) return undefined;
  throw mongoError(
    'TypeMismatch',
    `The field '${name}' has value ${describeValue(value)}, which is not convertible to bool`,
  );
}

function expiry(given: Document, key: Document): Value | undefined {
  const value = given.get('expireAfterSeconds');
  if (value === undefined) return undefined;
  const seconds = isNumber(value) ? numberValue(value) : Number.NaN;
  if (!(seconds >= 0 && seconds <= 2147483647)) {
    throw mongoError(
      'CannotCreateIndex',
      "TTL index 'expireAfterSeconds' option must be numeric, within an int and not negative",
    );
  }
  if (key.size > 1)
    throw mongoError('CannotCreateIndex', 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  if (key.has('_id'))
    throw mongoError(
      'InvalidIndexSpecificationOption',
      "The field 'expireAfterSeconds' is not valid for an _id index specification",
    );
  return value;
}

const partialOperators = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists', '$type', '$and', '$or']);

function partialFilter(given: Document, sparse: boolean): Document | undefined {
  const filter = given.get('partialFilterExpression');
  if (filter === undefined) return undefined;
  if (!(filter instanceof Map))
    throw mongoError('TypeMismatch', "The field 'partialFilterExpression' must be an object");
  if (sparse) throw mongoError('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
  const refused = operatorsOf(filter).find(
    ({ name, operand }) => !partialOperators.has(name) || (name === '$exists' && operand === false),
  );
  if (refused !== undefined)
    throw mongoError('CannotCreateIndex', `unsupported expression in partial index: ${refused.name}`);
  compileFilter(filter, undefined);
  return filter;
}

function operatorsOf(value: Value): { name: string; operand: Value }[] {
  if (Array.isArray(value)) return value.flatMap(operatorsOf);
  if (!(value instanceof Map)) return [];
  return [...value].flatMap(([name, operand]) => [
    ...(name.startsWith('$') ? [{ name, operand }] : []),
    ...operatorsOf(operand),
  ]);
}
