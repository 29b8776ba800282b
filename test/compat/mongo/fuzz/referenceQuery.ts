import { compare, isDocument, type Plain, type PlainDocument, rank } from './plainValues.ts';

type Reached = { value: Plain | undefined; byPosition: boolean };

/** Whether a filter matches, by MongoDB's manual; of paths through nested arrays and by position mingo knows less. */
export function matches(document: PlainDocument, filter: PlainDocument): boolean {
  return Object.entries(filter).every(([field, operand]) => {
    const clauses = Array.isArray(operand) ? operand.filter(isDocument) : [];
    if (field === '$and') return clauses.every((clause) => matches(document, clause));
    if (field === '$or') return clauses.some((clause) => matches(document, clause));
    if (field === '$nor') return !clauses.some((clause) => matches(document, clause));
    const reached = reach(document, field.split('.'), false);
    return operatorsOf(operand).every(([name, value]) => meets(name, value, reached));
  });
}

function operatorsOf(operand: Plain): [string, Plain][] {
  const operators = isDocument(operand) ? Object.entries(operand) : [];
  return operators[0]?.[0].startsWith('$') === true ? operators : [['$eq', operand]];
}

/** What a path reaches: a field of every document in an array, and an element by its position. */
function reach(value: Plain | undefined, path: readonly string[], byPosition: boolean): Reached[] {
  const [part, ...rest] = path;
  if (part === undefined) return [{ value, byPosition }];
  if (isDocument(value)) return reach(value[part], rest, false);
  if (!Array.isArray(value)) return [{ value: undefined, byPosition: false }];
  return value.flatMap((item, i) => [
    ...(isDocument(item) ? reach(item, path, false) : []),
    ...(String(i) === part && (rest.length === 0 || typeof item === 'object') && (rest.length === 0 || item !== null)
      ? reach(item, rest, true)
      : []),
  ]);
}

function meets(name: string, operand: Plain, reached: readonly Reached[]): boolean {
  const values = reached.map(({ value }) => value);
  const expanded = reached.flatMap(({ value, byPosition }) =>
    Array.isArray(value) && !byPosition ? [...value, value] : [value],
  );
  switch (name) {
    case '$ne':
      return !meets('$eq', operand, reached);
    case '$nin':
      return !meets('$in', operand, reached);
    case '$not':
      return !operatorsOf(operand).every(([inner, value]) => meets(inner, value, reached));
    case '$all':
      return Array.isArray(operand) && operand.length > 0 && operand.every((item) => meets('$eq', item, reached));
    case '$exists':
      return values.some((value) => value !== undefined) === operand;
    case '$size':
      return values.some((value) => Array.isArray(value) && value.length === operand);
    case '$elemMatch':
      return values.some((value) => Array.isArray(value) && value.some((item) => isElement(item, operand)));
    default:
      return expanded.some((value) => test(name, operand, value));
  }
}

function isElement(item: Plain, condition: Plain): boolean {
  if (!isDocument(condition)) return false;
  const ofValue = Object.keys(condition)[0]?.startsWith('$') === true;
  if (ofValue)
    return operatorsOf(condition).every(([name, value]) => meets(name, value, [{ value: item, byPosition: true }]));
  if (Array.isArray(item)) return matches(Object.fromEntries(item.map((inner, i) => [String(i), inner])), condition);
  return isDocument(item) && matches(item, condition);
}

function test(name: string, operand: Plain, value: Plain | undefined): boolean {
  const equals = (other: Plain): boolean => compare(value, other) === 0 && (value !== undefined || other === null);
  const alike = rank(value) === rank(operand);
  switch (name) {
    case '$eq':
      return equals(operand);
    case '$in':
      return Array.isArray(operand) && operand.some(equals);
    case '$gt':
      return alike && compare(value, operand) > 0;
    case '$gte':
      return alike && compare(value, operand) >= 0;
    case '$lt':
      return alike && compare(value, operand) < 0;
    case '$lte':
      return alike && compare(value, operand) <= 0;
    case '$type':
      return (
        value !== undefined && operand === ['null', 'number', 'string', 'object', 'array', 'bool'][rank(value) - 1]
      );
    case '$mod':
      return (
        Array.isArray(operand) && typeof value === 'number' && Math.trunc(value) % Number(operand[0]) === operand[1]
      );
    case '$regex':
      return typeof value === 'string' && new RegExp(String(operand)).test(value);
    default:
      throw new Error(`the reference does not know ${name}`);
  }
}

/** By what a document is sorted; an empty array comes before null. */
export type SortValue = { value: Plain | undefined; empty: boolean };

/** The least, or greatest, of the values that an index on the path has of a document. */
export function sortValue(document: PlainDocument, path: string, direction: 1 | -1): SortValue {
  const values = sortValues(document, path.split('.'), false);
  return values.reduce((best, value) => (compareSortValues(value, best) * direction < 0 ? value : best));
}

export function compareSortValues(a: SortValue, b: SortValue): number {
  const emptyBeforeNull = rank(a.value) === 1 && rank(b.value) === 1 ? Number(b.empty) - Number(a.empty) : 0;
  return emptyBeforeNull || compare(a.value, b.value);
}

function sortValues(value: Plain | undefined, path: readonly string[], byPosition: boolean): SortValue[] {
  const [part, ...rest] = path;
  if (part === undefined) {
    if (!Array.isArray(value) || byPosition) return [{ value, empty: false }];
    return value.length === 0 ? [{ value: null, empty: true }] : value.map((item) => ({ value: item, empty: false }));
  }
  if (isDocument(value)) return sortValues(value[part], rest, false);
  const nothing = { value: null, empty: false };
  if (!Array.isArray(value) || value.length === 0) return [nothing];
  if (/^\d+$/.test(part) && Number(part) < value.length) return sortValues(value[Number(part)], rest, true);
  return value.flatMap((item) => (isDocument(item) ? sortValues(item, path, false) : [nothing]));
}
