import { compare, isDocument, type Plain, type PlainDocument } from './plainValues.ts';
import { matches } from './referenceQuery.ts';

/** What MongoDB does not do. */
class Refused extends Error {}

type Change = { operator: string; path: string[]; operand: Plain };

/**
 * The document that MongoDB's manual says an update makes, or `refused`. mingo refuses next to nothing, and goes through
 * scalars and arrays where MongoDB does not.
 */
export function updated(
  document: PlainDocument,
  update: Record<string, PlainDocument>,
  arrayFilters: readonly PlainDocument[],
): PlainDocument | 'refused' {
  try {
    const asked = Object.entries(update).flatMap(([operator, operands]) =>
      Object.entries(operands).map(([field, operand]) => ({ operator, path: field.split('.'), operand })),
    );
    const targets = asked.flatMap(({ operator, operand }) =>
      operator === '$rename' ? [String(operand).split('.')] : [],
    );
    refuseConflicts([...asked.map(({ path }) => path), ...targets]);
    const changes = asked.flatMap((change) =>
      concretePaths(document, change.path, arrayFilters).map((path) => ({ ...change, path })),
    );
    refuseConflicts([...changes.map(({ path }) => path), ...targets]);
    const result = structuredClone(document);
    for (const change of changes) apply(result, change);
    return result;
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}

function refuseConflicts(all: readonly string[][]): void {
  all.forEach((path, i) => {
    all.slice(i + 1).forEach((other) => {
      const shared = path.findIndex((part, at) => part !== other[at]);
      if (shared < 0 || shared >= other.length) throw new Refused();
      if (path[shared]?.startsWith('$[') !== other[shared]?.startsWith('$[')) throw new Refused();
    });
  });
}

function concretePaths(document: Plain, path: readonly string[], filters: readonly PlainDocument[]): string[][] {
  const at = path.findIndex((part) => part.startsWith('$['));
  if (at < 0) return [[...path]];
  const array = childAt(document, path.slice(0, at));
  if (!Array.isArray(array)) throw new Refused();
  const name = path[at]?.slice(2, -1) ?? '';
  const filter = filters.find((candidate) => Object.keys(candidate)[0]?.split('.')[0] === name);
  return array.flatMap((item, i) =>
    name === '' || (filter !== undefined && matches({ [name]: item }, filter))
      ? concretePaths(document, [...path.slice(0, at), String(i), ...path.slice(at + 1)], filters)
      : [],
  );
}

function childAt(value: Plain | undefined, path: readonly string[]): Plain | undefined {
  return path.reduce<Plain | undefined>((holder, part) => childOf(holder, part), value);
}

function childOf(holder: Plain | undefined, part: string): Plain | undefined {
  if (Array.isArray(holder)) return /^\d+$/.test(part) ? holder[Number(part)] : undefined;
  return isDocument(holder) ? holder[part] : undefined;
}

/** Refuses a path on which something else than a document, or than an array by position, is in the way. */
function refuseUnviable(document: PlainDocument, path: readonly string[]): void {
  path.forEach((part, i) => {
    const holder = childAt(document, path.slice(0, i));
    const viable = holder === undefined || isDocument(holder) || (Array.isArray(holder) && /^\d+$/.test(part));
    if (!viable) throw new Refused();
  });
}

function set(document: PlainDocument, path: readonly string[], value: Plain): void {
  refuseUnviable(document, path);
  let holder: Plain = document;
  path.forEach((part, i) => {
    const last = i === path.length - 1;
    const child: Plain = last ? value : (childOf(holder, part) ?? {});
    if (Array.isArray(holder)) {
      while (holder.length < Number(part)) holder.push(null);
      holder[Number(part)] = child;
    } else if (isDocument(holder)) holder[part] = child;
    holder = child;
  });
}

function unset(document: PlainDocument, path: readonly string[]): void {
  const holder = childAt(document, path.slice(0, -1));
  const part = path.at(-1) ?? '';
  if (isDocument(holder)) delete holder[part];
  else if (Array.isArray(holder) && /^\d+$/.test(part) && Number(part) < holder.length) holder[Number(part)] = null;
}

function apply(document: PlainDocument, { operator, path, operand }: Change): void {
  if (operator === '$unset') unset(document, path);
  else if (operator === '$pop' || operator === '$pull') cull(document, path, operator, operand);
  else if (operator === '$rename') rename(document, path, String(operand).split('.'));
  else {
    refuseUnviable(document, path);
    set(document, path, structuredClone(changed(operator, childAt(document, path), operand)));
  }
}

/** The value that an operator makes of the present one. */
function changed(operator: string, present: Plain | undefined, operand: Plain): Plain {
  switch (operator) {
    case '$set':
      return operand;
    case '$inc':
      return numberOr0(present) + Number(operand);
    case '$mul':
      return numberOr0(present) * Number(operand);
    case '$min':
      return present === undefined || compare(present, operand) > 0 ? operand : present;
    case '$max':
      return present === undefined || compare(present, operand) < 0 ? operand : present;
    case '$push':
      return pushed(listOrEmpty(present), operand);
    case '$addToSet':
      return withAll(listOrEmpty(present), operand);
    default:
      throw new Error(`the reference does not know ${operator}`);
  }
}

function numberOr0(present: Plain | undefined): number {
  if (present === undefined || typeof present === 'number') return present ?? 0;
  throw new Refused();
}

function listOrEmpty(present: Plain | undefined): Plain[] {
  if (present === undefined || Array.isArray(present)) return present ?? [];
  throw new Refused();
}

function each(operand: Plain): Plain[] {
  const items = isDocument(operand) ? operand.$each : undefined;
  return Array.isArray(items) ? items : [operand];
}

function pushed(items: readonly Plain[], operand: Plain): Plain[] {
  const { $position, $slice, $sort } = isDocument(operand) && '$each' in operand ? operand : {};
  const all = [...items];
  const at = typeof $position === 'number' ? $position : all.length;
  all.splice(at < 0 ? Math.max(all.length + at, 0) : at, 0, ...structuredClone(each(operand)));
  if (typeof $sort === 'number') all.sort((a, b) => compare(a, b) * $sort);
  if (typeof $slice !== 'number') return all;
  return $slice < 0 ? all.slice($slice) : all.slice(0, $slice);
}

function withAll(items: readonly Plain[], operand: Plain): Plain[] {
  const all = [...items];
  for (const item of each(operand)) if (!all.some((other) => compare(other, item) === 0)) all.push(item);
  return all;
}

function cull(document: PlainDocument, path: readonly string[], operator: string, operand: Plain): void {
  refuseUnviable(document, path);
  const present = childAt(document, path);
  if (present === undefined) return;
  if (!Array.isArray(present)) throw new Refused();
  const kept =
    operator === '$pop'
      ? operand === 1
        ? present.slice(0, -1)
        : present.slice(1)
      : present.filter((item) => !isPulled(item, operand));
  set(document, path, kept);
}

function isPulled(item: Plain, operand: Plain): boolean {
  if (!isDocument(operand)) return compare(item, operand) === 0;
  if (Object.keys(operand)[0]?.startsWith('$') === true) return matches({ item }, { item: operand });
  return isDocument(item) && matches(item, operand);
}

function rename(document: PlainDocument, source: readonly string[], target: readonly string[]): void {
  refuseUnviable(document, source);
  const value = childAt(document, source);
  if (value === undefined) return;
  for (const path of [source, target])
    for (let i = 1; i < path.length; i++) if (Array.isArray(childAt(document, path.slice(0, i)))) throw new Refused();
  unset(document, source);
  set(document, target, value);
}
