import { compareStrings, type TextOrder, valuesEqual } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { type MongoError, mongoError } from '../errors/mongoError.ts';
import type { Filter } from '../query/filter.ts';
import { arrayIndex } from '../storage/indexKeys.ts';
import { copyValue } from './copyValue.ts';
import {
  compileArrayFilters,
  concretePaths,
  isArrayUpdate,
  isPositional,
  refuseUnusedFilters,
} from './positionalPaths.ts';
import type { FieldChange, UpdateContext } from './updateOperator.ts';
import { updateOperators } from './updateOperators.ts';

/** A compiled update for any number of documents. Never changes the document it is given. */
export type Update = (document: Document, context: UpdateContext, filter?: Filter) => Document;

type Change = {
  path: readonly string[];
  apply: FieldChange;
};

/** A change as it was asked for; its path may stand for several of a document: `$[]`, `$[name]`, `$`. */
type AskedChange = Change & {
  compile: (path: readonly string[]) => FieldChange;
};

/**
 * Compiles a document of update operators. Positional paths are resolved on the document as it was found; then all
 * changes are made in the order of their paths, which is the order of the fields that they add. Throws FailedToParse for
 * unknown operators, ConflictingUpdateOperators for two changes of one path, and ImmutableField (when run) for a changed
 * `_id`.
 */
export function compileUpdate(
  operators: Document,
  arrayFilters: readonly Value[],
  collation: TextOrder | undefined,
): Update {
  const changes: AskedChange[] = [];
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
      const compile = (concrete: readonly string[]): FieldChange => compiler(concrete, copyValue(operand), collation);
      changes.push({ path, compile, apply: compile(path) });
      if (name === '$rename' && typeof operand === 'string') changes.push(reserved(checkPath(operand)));
    }
  }
  const filters = compileArrayFilters(arrayFilters, collation);
  const fixed = withoutConflicts(changes);
  refuseUnusedFilters(
    changes.map(({ path }) => path),
    filters,
  );
  const concreteChanges = (document: Document, filter: Filter | undefined): Change[] =>
    changes.flatMap((change): Change[] =>
      isPositional(change.path)
        ? concretePaths(document, change.path, filters, filter).map((path) => ({ path, apply: change.compile(path) }))
        : [change],
    );
  const positional = changes.some(({ path }) => isPositional(path));
  return (document, context, filter) => {
    const id = document.get('_id');
    const concrete = positional ? withoutConflicts(concreteChanges(document, filter)) : fixed;
    const result = copyDocument(document);
    for (const { apply } of concrete) apply(result, context);
    if (id !== undefined && !valuesEqual(result.get('_id'), id)) throw changedId(id);
    return result;
  };
}

/** A path that another change writes: the target of a `$rename`. */
function reserved(path: readonly string[]): AskedChange {
  const nothing = (): void => undefined;
  return { path, compile: () => nothing, apply: nothing };
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

/** The changes in the order of their paths. Throws ConflictingUpdateOperators when one path leads to or into another. */
function withoutConflicts(changes: readonly Change[]): Change[] {
  const ordered = [...changes].sort((a, b) => comparePaths(a.path, b.path));
  let before: readonly string[] | undefined;
  for (const { path } of ordered) {
    const conflict = before === undefined ? undefined : conflictOf(before, path);
    if (conflict !== undefined) {
      throw mongoError(
        'ConflictingUpdateOperators',
        `Updating the path '${path.join('.')}' would create a conflict at '${conflict.join('.')}'`,
      );
    }
    before = path;
  }
  return ordered;
}

/** Where two neighbours in the order of paths exclude each other. */
function conflictOf(before: readonly string[], path: readonly string[]): readonly string[] | undefined {
  const shared = before.findIndex((part, i) => part !== path[i]);
  if (shared < 0) return before;
  // Elements chosen by `$[]` cannot be combined with elements or fields that are named.
  return isArrayUpdate(before[shared]) === isArrayUpdate(path[shared]) ? undefined : path.slice(0, shared);
}

/** Part by part: positions by their number, then names by their bytes; a path before those that go on from it. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [left = '', right = ''] = [a[i], b[i]];
    const [leftIndex, rightIndex] = [arrayIndex(left), arrayIndex(right)];
    const named = Number(leftIndex < 0) - Number(rightIndex < 0);
    const order = named || (leftIndex < 0 ? compareStrings(left, right) : leftIndex - rightIndex);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
