import type { TextOrder } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import type { Filter } from '../query/filter.ts';
import { arrayIndex } from '../storage/indexKeys.ts';
import { getAtPath, setAtPath } from './fieldPath.ts';

/** `$[]` or `$[name]`: elements that the update chooses. */
export function isArrayUpdate(part: string | undefined): boolean {
  return part?.startsWith('$[') === true;
}

export function isPositional(path: readonly string[]): boolean {
  return path.some((part) => part === '$' || isArrayUpdate(part));
}

/** The `arrayFilters` of an update, by their name. Throws FailedToParse, TypeMismatch. */
export function compileArrayFilters(
  arrayFilters: readonly Value[],
  collation: TextOrder | undefined,
): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const source of arrayFilters) {
    if (!(source instanceof Map)) throw mongoError('TypeMismatch', 'arrayFilters must hold documents');
    const [name, ...others] = new Set(topFields(source));
    if (name === undefined || others.length > 0) {
      throw mongoError(
        'FailedToParse',
        'Error parsing array filter :: caused by :: Expected a single top-level field name',
      );
    }
    if (filters.has(name)) {
      throw mongoError('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`);
    }
    filters.set(name, compileFilter(source, collation));
  }
  return filters;
}

function topFields(source: Document): string[] {
  return [...source].flatMap(([field, operand]) =>
    field.startsWith('$') && Array.isArray(operand)
      ? operand.flatMap((clause) => (clause instanceof Map ? topFields(clause) : []))
      : [field.split('.', 1)[0] ?? ''],
  );
}

export function refuseUnusedFilters(paths: readonly (readonly string[])[], filters: ReadonlyMap<string, Filter>): void {
  for (const name of filters.keys()) {
    if (paths.some((path) => path.includes(`$[${name}]`))) continue;
    throw mongoError('FailedToParse', `The array filter for identifier '${name}' was not used in the update`);
  }
}

/** The paths that a path with `$[]`, `$[name]` or `$` stands for in a document, which `filter` has found. */
export function concretePaths(
  document: Document,
  path: readonly string[],
  filters: ReadonlyMap<string, Filter>,
  filter: Filter | undefined,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of path) {
    paths = paths.flatMap((done) =>
      part === '$' || isArrayUpdate(part)
        ? chosenElements(document, done, part, filters, filter).map((i) => [...done, String(i)])
        : [[...done, part]],
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
  const conditions = filter === undefined ? [] : conditionsOn(path.join('.'), filter.source);
  if (Array.isArray(array) && conditions.length > 0) {
    const asked = conditions
      .map(([field]) => arrayIndex(field.split('.')[path.length] ?? ''))
      .find((index) => index >= 0);
    const single = compileFilter(
      new Map([['$and', conditions.map((condition) => new Map([condition]))]]),
      filter?.collation,
    );
    const position = asked ?? array.findIndex((item) => single.matches(holding(path, [item])));
    if (position >= 0) return position;
  }
  throw mongoError('BadValue', `The positional operator did not find the match needed from the query.`);
}

/** The conditions of a filter on an array, or on what is in it. */
function conditionsOn(name: string, source: Document): [string, Value][] {
  return [...source].flatMap(([field, operand]) => {
    if (field === '$and' && Array.isArray(operand))
      return operand.flatMap((clause) => (clause instanceof Map ? conditionsOn(name, clause) : []));
    return field === name || field.startsWith(`${name}.`) ? [[field, operand]] : [];
  });
}

function holding(path: readonly string[], value: Value): Document {
  const document: Document = new Map();
  setAtPath(document, path, value);
  return document;
}
