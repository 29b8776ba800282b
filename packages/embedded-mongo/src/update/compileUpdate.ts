import { valuesEqual } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { type MongoError, mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Filter } from '../query/filter.ts';
import { arrayIndex } from '../storage/indexKeys.ts';
import { copyValue } from './copyValue.ts';
import { getAtPath } from './fieldPath.ts';
import type { FieldChange, UpdateContext } from './updateOperator.ts';
import { updateOperators } from './updateOperators.ts';

/** A compiled update for any number of documents. Never changes the document it is given. */
export type Update = (document: Document, context: UpdateContext, filter?: Filter) => Document;

type Change = {
  path: readonly string[];
  /** Positional parts ($[], $[name], $) are resolved per document. */
  positional: boolean;
  compile: (path: readonly string[]) => FieldChange;
  apply: FieldChange | undefined;
};

/**
 * Compiles a document of update operators. Throws FailedToParse for unknown ones, ConflictingUpdateOperators for two
 * changes of one path, and ImmutableField (when run) for a changed `_id`.
 */
export function compileUpdate(operators: Document, arrayFilters: readonly Value[] = []): Update {
  const changes: Change[] = [];
  const filters = compileArrayFilters(arrayFilters);
  for (const [name, operands] of operators) {
    const compiler = updateOperators[name];
    if (compiler === undefined) throw unknownOperator(name);
    if (!(operands instanceof Map)) {
      throw mongoError(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${typeName(operands)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${describeValue(operands)}}`,
      );
    }
    for (const [field, operand] of operands) {
      const path = checkPath(field);
      const positional = path.some((part) => part === '$' || part.startsWith('$['));
      const compile = (concrete: readonly string[]): FieldChange => compiler(concrete, copyValue(operand));
      // Compiled up front, so that the operand is checked even when no document matches.
      const checked = compiler(path, operand);
      changes.push({
        path,
        positional,
        compile,
        apply: positional ? undefined : checked,
      });
      if (name === '$rename' && typeof operand === 'string') {
        changes.push({ path: checkPath(operand), positional: false, compile, apply: () => undefined });
      }
    }
  }
  refuseConflicts(changes);
  refuseUnusedFilters(changes, filters);
  return (document, context, filter) => {
    const id = document.get('_id');
    const result = copyDocument(document);
    for (const change of changes) {
      if (change.apply !== undefined) change.apply(result, context);
      else
        for (const path of concretePaths(result, change.path, filters, filter)) change.compile(path)(result, context);
    }
    if (id !== undefined && !valuesEqual(result.get('_id'), id)) throw changedId(id);
    return result;
  };
}

export function changedId(id: Value): MongoError {
  return mongoError(
    'ImmutableField',
    `Performing an update on the path '_id' would modify the immutable field '_id': ${describeValue(id)}`,
  );
}

function copyDocument(document: Document): Document {
  return new Map([...document].map(([name, value]) => [name, copyValue(value)]));
}

function unknownOperator(name: string): MongoError {
  return mongoError(
    'FailedToParse',
    `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}

function checkPath(field: string): string[] {
  const path = field.split('.');
  if (field === '') throw mongoError('EmptyFieldName', 'An empty update path is not valid.');
  if (path.some((part) => part === '')) {
    throw mongoError(
      'EmptyFieldName',
      `The update path '${field}' contains an empty field name, which is not allowed.`,
    );
  }
  const [first = ''] = path;
  if (first.startsWith('$')) {
    throw mongoError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${first}' in '${field}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return path;
}

function refuseConflicts(changes: readonly Change[]): void {
  const taken = new Set<string>();
  const sorted = [...changes].sort((a, b) => a.path.length - b.path.length);
  for (const { path } of sorted) {
    for (let length = 1; length <= path.length; length++) {
      const prefix = path.slice(0, length).join('.');
      if (!taken.has(prefix)) continue;
      throw mongoError(
        'ConflictingUpdateOperators',
        `Updating the path '${path.join('.')}' would create a conflict at '${prefix}'`,
      );
    }
    taken.add(path.join('.'));
  }
}

function compileArrayFilters(arrayFilters: readonly Value[]): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const source of arrayFilters) {
    if (!(source instanceof Map)) throw mongoError('TypeMismatch', 'arrayFilters must hold documents');
    const names = new Set([...source.keys()].map((field) => field.split('.', 1)[0] ?? ''));
    const [name] = names;
    if (names.size !== 1 || name === undefined) {
      throw mongoError(
        'FailedToParse',
        'Error parsing array filter :: caused by :: Expected a single top-level field name',
      );
    }
    if (filters.has(name)) {
      throw mongoError('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`);
    }
    filters.set(name, compileFilter(source));
  }
  return filters;
}

function refuseUnusedFilters(changes: readonly Change[], filters: ReadonlyMap<string, Filter>): void {
  for (const name of filters.keys()) {
    if (changes.some(({ path }) => path.includes(`$[${name}]`))) continue;
    throw mongoError('FailedToParse', `The array filter for identifier '${name}' was not used in the update`);
  }
}

/** The paths that a path with `$[]`, `$[name]` or `$` stands for in this document. */
function concretePaths(
  document: Document,
  path: readonly string[],
  filters: ReadonlyMap<string, Filter>,
  filter: Filter | undefined,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of path) {
    if (part !== '$' && !part.startsWith('$[')) paths = paths.map((done) => [...done, part]);
    else
      paths = paths.flatMap((done) =>
        chosenElements(document, done, part, filters, filter).map((i) => [...done, String(i)]),
      );
  }
  return paths;
}

function chosenElements(
  document: Document,
  path: readonly string[],
  part: string,
  filters: ReadonlyMap<string, Filter>,
  filter: Filter | undefined,
): number[] {
  const array = getAtPath(document, path);
  if (part === '$') return [matchedPosition(path, array, filter)];
  if (!Array.isArray(array)) {
    throw mongoError(
      'BadValue',
      `The path '${path.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  const name = part.slice(2, -1);
  if (name === '') return array.map((_item, i) => i);
  const chosen = filters.get(name);
  if (chosen === undefined) {
    throw mongoError('BadValue', `No array filter found for identifier '${name}' in path '${path.join('.')}.${part}'`);
  }
  return array.flatMap((item, i) => (chosen.matches(new Map([[name, item]])) ? [i] : []));
}

/** The positional operator `$`: the first element that by itself satisfies the filter's conditions on that array. */
function matchedPosition(path: readonly string[], array: Value | undefined, filter: Filter | undefined): number {
  const name = path.join('.');
  const [top = ''] = path;
  if (Array.isArray(array) && filter !== undefined && path.length === 1) {
    const conditions = [...filter.source].filter(([field]) => field === name || field.startsWith(`${name}.`));
    const single = compileFilter(new Map(conditions));
    const asked = conditions.map(([field]) => arrayIndex(field.split('.')[1] ?? '')).find((index) => index >= 0);
    const position =
      asked ?? (conditions.length === 0 ? -1 : array.findIndex((item) => single.matches(new Map([[top, [item]]]))));
    if (position >= 0) return position;
  }
  throw mongoError('BadValue', `The positional operator did not find the match needed from the query.`);
}
