import { compareValues, type TextOrder } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import { type Document, Regex, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { isOperatorDocument } from '../query/fieldTest.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { compareSortKeys, parseSort } from '../query/sortOrder.ts';
import { checkViable, getAtPath, setAtPath } from './fieldPath.ts';
import type { FieldChange } from './updateOperator.ts';

const pushModifiers = new Set(['$each', '$slice', '$sort', '$position']);

/** `$push`, with $each, $position, $sort and $slice applied in that order. */
export function push(path: readonly string[], operand: Value, collation: TextOrder | undefined): FieldChange {
  const modifiers = operand instanceof Map && operand.has('$each') ? operand : undefined;
  if (modifiers === undefined) return (document) => append(document, path, '$push', [operand], (items) => items);
  for (const name of modifiers.keys()) {
    if (!pushModifiers.has(name)) throw mongoError('BadValue', `Unrecognized clause in $push: ${name}`);
  }
  const added = eachOf('$push', modifiers);
  const position = wholeModifier(modifiers, '$position');
  const slice = wholeModifier(modifiers, '$slice');
  const sort = elementOrder(modifiers.get('$sort'), collation);
  return (document) => {
    const present = arrayAt(document, path, '$push') ?? [];
    const items = [...present];
    if (position === undefined) items.push(...added);
    else items.splice(position < 0 ? Math.max(items.length + position, 0) : position, 0, ...added);
    if (sort !== undefined) items.sort(sort);
    const kept = slice === undefined ? items : slice < 0 ? items.slice(slice) : items.slice(0, slice);
    setAtPath(document, path, kept);
  };
}

export function addToSet(path: readonly string[], operand: Value, collation: TextOrder | undefined): FieldChange {
  const each = operand instanceof Map && operand.has('$each');
  const added = each && operand instanceof Map ? eachOf('$addToSet', operand) : [operand];
  return (document) =>
    append(document, path, '$addToSet', added, (items, present) => {
      const all = [...present];
      for (const item of items) if (!all.some((other) => compareValues(other, item, collation) === 0)) all.push(item);
      return all.slice(present.length);
    });
}

export function pop(path: readonly string[], operand: Value): FieldChange {
  const end = isNumber(operand) ? numberValue(operand) : Number.NaN;
  if (end !== 1 && end !== -1) {
    throw mongoError('FailedToParse', `$pop expects 1 or -1, found: ${describeValue(operand)}`);
  }
  return (document) => {
    checkViable(document, path);
    const present = getAtPath(document, path);
    if (present === undefined) return;
    if (!Array.isArray(present)) {
      throw mongoError(
        'TypeMismatch',
        `Path '${path.join('.')}' contains an element of non-array type '${typeName(present)}'`,
      );
    }
    setAtPath(document, path, end === 1 ? present.slice(0, -1) : present.slice(1));
  };
}

/** `$pull`: operators and patterns test each element; a document is a filter for elements that are documents. */
export function pull(path: readonly string[], operand: Value, collation: TextOrder | undefined): FieldChange {
  const matches = elementMatcher(operand, collation);
  return (document) => removeElements(document, path, '$pull', matches);
}

export function pullAll(path: readonly string[], operand: Value, collation: TextOrder | undefined): FieldChange {
  if (!Array.isArray(operand)) {
    throw mongoError('BadValue', `$pullAll requires an array argument but was given a ${typeName(operand)}`);
  }
  return (document) =>
    removeElements(document, path, '$pullAll', (item) =>
      operand.some((value) => compareValues(value, item, collation) === 0),
    );
}

function elementMatcher(operand: Value, collation: TextOrder | undefined): (item: Value) => boolean {
  if (operand instanceof Map && !isOperatorDocument(operand)) {
    const filter = compileFilter(operand, collation);
    return (item) => item instanceof Map && filter.matches(item);
  }
  if (operand instanceof Map || operand instanceof Regex) {
    const filter = compileFilter(new Map([['item', operand]]), collation);
    return (item) => filter.matches(new Map([['item', item]]));
  }
  return (item) => compareValues(item, operand, collation) === 0;
}

function removeElements(
  document: Document,
  path: readonly string[],
  name: string,
  matches: (item: Value) => boolean,
): void {
  checkViable(document, path);
  const present = getAtPath(document, path);
  if (present === undefined) return;
  if (!Array.isArray(present)) throw mongoError('BadValue', `Cannot apply ${name} to a non-array value`);
  const kept = present.filter((item) => !matches(item));
  if (kept.length < present.length) setAtPath(document, path, kept);
}

function append(
  document: Document,
  path: readonly string[],
  name: string,
  added: Value[],
  select: (added: Value[], present: Value[]) => Value[],
): void {
  const present = arrayAt(document, path, name);
  const chosen = select(added, present ?? []);
  if (present === undefined || chosen.length > 0) setAtPath(document, path, [...(present ?? []), ...chosen]);
}

function arrayAt(document: Document, path: readonly string[], name: string): Value[] | undefined {
  const present = getAtPath(document, path);
  if (present === undefined || Array.isArray(present)) return present;
  const id = describeValue(document.get('_id'));
  const field = path[path.length - 1];
  throw mongoError(
    'BadValue',
    name === '$push'
      ? `The field '${path.join('.')}' must be an array but is of type ${typeName(present)} in document {_id: ${id}}`
      : `Cannot apply ${name} to non-array field. Field named '${field}' has non-array type ${typeName(present)}`,
  );
}

function eachOf(name: string, modifiers: Document): Value[] {
  const each = modifiers.get('$each');
  if (Array.isArray(each)) return each;
  throw mongoError(
    name === '$push' ? 'BadValue' : 'TypeMismatch',
    `The argument to $each in ${name} must be an array but it was of type ${typeName(each ?? null)}`,
  );
}

function wholeModifier(modifiers: Document, name: string): number | undefined {
  const value = modifiers.get(name);
  if (value === undefined) return undefined;
  const number = isNumber(value) ? numberValue(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw mongoError('BadValue', `The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
}

function elementOrder(
  sort: Value | undefined,
  collation: TextOrder | undefined,
): ((a: Value, b: Value) => number) | undefined {
  if (sort === undefined) return undefined;
  if (sort instanceof Map) {
    const fields = parseSort(sort, collation);
    const keyOf = (item: Value): Value[] =>
      fields.map(({ path }) => (item instanceof Map ? (getAtPath(item, path) ?? null) : null));
    return (a, b) => compareSortKeys(keyOf(a), keyOf(b), fields);
  }
  const sign = isNumber(sort) ? numberValue(sort) : Number.NaN;
  if (sign !== 1 && sign !== -1) throw mongoError('BadValue', 'The $sort element value must be either 1 or -1');
  return (a, b) => compareValues(a, b, collation) * sign;
}
