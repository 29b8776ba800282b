import { type Document, Regex, type Value } from '../bson/values.ts';
import { setAtPath } from './fieldPath.ts';

/**
 * The initial document of an upsert: the fields that the filter fixes to one value, by equality, `$eq`, `$all` or `$in`
 * with one item, also inside `$and` and a single `$or` clause.
 */
export function equalityFields(filter: Document): Document {
  const document: Document = new Map();
  collect(filter, document);
  return document;
}

function collect(filter: Document, document: Document): void {
  for (const [name, operand] of filter) {
    if (name === '$and' || (name === '$or' && Array.isArray(operand) && operand.length === 1)) {
      if (Array.isArray(operand)) for (const clause of operand) if (clause instanceof Map) collect(clause, document);
    } else if (!name.startsWith('$')) {
      const value = fixedValue(operand);
      if (value !== undefined) setAtPath(document, name.split('.'), value);
    }
  }
}

function fixedValue(operand: Value): Value | undefined {
  if (operand instanceof Regex) return undefined;
  if (!(operand instanceof Map)) return operand;
  const [first] = operand.keys();
  if (first?.startsWith('$') !== true) return operand;
  const equal = operand.get('$eq');
  if (equal !== undefined) return equal;
  const list = operand.get('$all') ?? operand.get('$in');
  const [only] = Array.isArray(list) ? list : [];
  return Array.isArray(list) && list.length === 1 ? only : undefined;
}
