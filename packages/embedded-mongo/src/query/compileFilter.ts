import { compileExpression, noVariables } from '../aggregation/compileExpression.ts';
import type { TextOrder } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { servesAnyCollation } from './collation.ts';
import { compileField } from './fieldPredicates.ts';
import type { Conjunct } from './fieldTest.ts';
import type { Filter } from './filter.ts';
import { isTruthy } from './isTruthy.ts';

type Predicate = (document: Document) => boolean;

type Parts = {
  predicates: Predicate[];
  conjuncts: Conjunct[];
  fields: Set<string>;
  readsAll: boolean;
  complete: boolean;
  branches: Filter[] | undefined;
};

/** Operators allowed at the top level of a filter. */
export const logicalOperators = ['$and', '$or', '$nor', '$expr', '$comment'] as const;

/**
 * Compiles a filter; throws BadValue for operators outside the subset, as MongoDB does for unknown ones.
 * @param collation how it compares text; undefined for the simple collation
 */
export function compileFilter(source: Document, collation: TextOrder | undefined): Filter {
  const parts: Parts = {
    predicates: [],
    conjuncts: [],
    fields: new Set(),
    readsAll: false,
    complete: true,
    branches: undefined,
  };
  compileInto(source, parts, collation);
  const { predicates } = parts;
  const [only] = predicates;
  const matches =
    predicates.length === 1 && only !== undefined
      ? only
      : (document: Document) => predicates.every((predicate) => predicate(document));
  return {
    matches,
    fields: parts.readsAll ? undefined : parts.fields,
    conjuncts: collation === undefined ? parts.conjuncts : parts.conjuncts.filter(servesAnyCollation),
    complete: parts.complete && collation === undefined,
    collation,
    branches: parts.branches,
    source,
  };
}

function compileInto(source: Document, parts: Parts, collation: TextOrder | undefined): void {
  for (const [name, operand] of source) {
    if (name.startsWith('$')) compileLogical(name, operand, parts, collation);
    else {
      const field = compileField(name, operand, { compileFilter, collation });
      parts.fields.add(name.split('.', 1)[0] ?? name);
      parts.predicates.push(field.matches);
      parts.conjuncts.push(...field.conjuncts);
      parts.complete &&= field.complete;
    }
  }
}

function compileLogical(name: string, operand: Value, parts: Parts, collation: TextOrder | undefined): void {
  switch (name) {
    case '$and':
      for (const clause of clauses(name, operand)) compileInto(clause, parts, collation);
      return;
    case '$or':
    case '$nor': {
      parts.complete = false;
      const filters = clauses(name, operand).map((clause) => compileFilter(clause, collation));
      for (const filter of filters) {
        if (filter.fields === undefined) parts.readsAll = true;
        else for (const field of filter.fields) parts.fields.add(field);
      }
      const [only] = filters;
      if (name === '$or' && filters.length === 1 && only !== undefined) parts.conjuncts.push(...only.conjuncts);
      if (name === '$or' && filters.length > 1) parts.branches ??= filters;
      const wanted = name === '$or';
      parts.predicates.push((document) => filters.some((filter) => filter.matches(document)) === wanted);
      return;
    }
    case '$expr': {
      if (collation !== undefined) {
        throw mongoError('NotImplemented', '$expr under a collation other than simple is not supported');
      }
      const expression = compileExpression(operand);
      parts.readsAll = true;
      parts.complete = false;
      parts.predicates.push((document) => isTruthy(expression(document, noVariables)));
      return;
    }
    case '$comment':
      return;
    default:
      throw mongoError(
        'BadValue',
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function clauses(name: string, operand: Value): Document[] {
  if (!Array.isArray(operand)) throw mongoError('BadValue', `${name} must be an array`);
  if (operand.length === 0) throw mongoError('BadValue', '$and/$or/$nor must be a nonempty array');
  return operand.map((clause) => {
    if (clause instanceof Map) return clause;
    throw mongoError('BadValue', `$or/$and/$nor entries need to be full objects, found ${describeValue(clause)}`);
  });
}
