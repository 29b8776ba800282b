import { compareStrings } from '../bson/compareValues.ts';
import { type Document, Regex, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { isOperatorDocument } from '../query/fieldTest.ts';
import { setAtPath } from './fieldPath.ts';

type Equality = {
  field: string;
  value: Value;
};

/**
 * The initial document of an upsert: the fields that the filter fixes by equality, `$eq`, `$all`, or `$in` with one
 * item, also inside `$and` and a single `$or` clause. Throws NotSingleValueField when the filter fixes one twice.
 */
export function equalityFields(filter: Document): Document {
  const equalities = equalitiesOf(filter).sort((a, b) => compareStrings(a.field, b.field));
  refuseConflicts(equalities);
  const document: Document = new Map();
  for (const { field, value } of equalities) setAtPath(document, field.split('.'), value);
  return document;
}

/**
 * The `_id` that the filter fixes, which is all that an upsert by a replacement takes from it. Throws NotExactValueField
 * when the filter fixes only a part of it, NotSingleValueField when it fixes it twice.
 */
export function equalityId(filter: Document): Value | undefined {
  const equalities = equalitiesOf(filter).filter(({ field }) => field === '_id' || field.startsWith('_id.'));
  const part = equalities.find(({ field }) => field !== '_id');
  if (part !== undefined) {
    throw mongoError(
      'NotExactValueField',
      `field at '_id' must be exactly specified, field at sub-path '${part.field}' found`,
    );
  }
  refuseConflicts(equalities);
  return equalities[0]?.value;
}

function refuseConflicts(equalities: readonly Equality[]): void {
  const taken = new Set<string>();
  for (const { field } of equalities) {
    const path = field.split('.');
    const known = path.map((_part, i) => path.slice(0, i + 1).join('.')).find((prefix) => taken.has(prefix));
    if (known !== undefined) {
      const what =
        known === field ? `path '${field}' is matched twice` : `both paths '${field}' and '${known}' are matched`;
      throw mongoError('NotSingleValueField', `cannot infer query fields to set, ${what}`);
    }
    taken.add(field);
  }
}

function equalitiesOf(filter: Document): Equality[] {
  return [...filter].flatMap(([field, operand]) => {
    const clauses =
      field === '$and' || (field === '$or' && Array.isArray(operand) && operand.length === 1) ? operand : [];
    if (field.startsWith('$'))
      return Array.isArray(clauses)
        ? clauses.flatMap((clause) => (clause instanceof Map ? equalitiesOf(clause) : []))
        : [];
    return fixedValues(operand).map((value) => ({ field, value }));
  });
}

function fixedValues(operand: Value): Value[] {
  if (!isOperatorDocument(operand)) return operand instanceof Regex ? [] : [operand];
  return [...operand].flatMap(([name, value]) => {
    if (name === '$eq') return [value];
    if (!Array.isArray(value) || (name !== '$all' && !(name === '$in' && value.length === 1))) return [];
    return value.filter((item) => !(item instanceof Regex) && !isOperatorDocument(item));
  });
}
