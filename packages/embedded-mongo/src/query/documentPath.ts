import type { Value } from '../bson/values.ts';
import { arrayIndex } from '../storage/indexKeys.ts';

/**
 * MongoDB's semantics of a dotted path: does any value at the path satisfy the test? Arrays on the way are searched one
 * level deep, and a numeric part also names a position. With `expand`, the elements of an array at the end are tried
 * before the array itself, unless a position led to it. A path that leads nowhere is tried once as undefined; one that
 * meets only scalars inside an array reaches no value at all.
 */
export function someAtPath(
  value: Value | undefined,
  path: readonly string[],
  at: number,
  expand: boolean,
  test: (value: Value | undefined) => boolean,
): boolean {
  if (at === path.length) {
    if (expand && Array.isArray(value)) for (const item of value) if (test(item)) return true;
    return test(value);
  }
  if (value instanceof Map) return someAtPath(value.get(path[at] ?? ''), path, at + 1, expand, test);
  return Array.isArray(value) ? someInArray(value, path, at, expand, test) : test(undefined);
}

function someInArray(
  items: readonly Value[],
  path: readonly string[],
  at: number,
  expand: boolean,
  test: (value: Value | undefined) => boolean,
): boolean {
  for (const item of items) if (item instanceof Map && someAtPath(item, path, at, expand, test)) return true;
  const index = arrayIndex(path[at] ?? '');
  const item = index < 0 ? undefined : items[index];
  if (item === undefined) return false;
  if (at + 1 === path.length) return test(item);
  if (item instanceof Map) return someAtPath(item, path, at + 1, expand, test);
  return Array.isArray(item) && someInArray(item, path, at + 1, expand, test);
}

/** All values at a path, with arrays at the end expanded: what `distinct` returns. */
export function valuesAtPath(value: Value, path: readonly string[]): Value[] {
  const found: Value[] = [];
  someAtPath(value, path, 0, false, (reached) => {
    if (Array.isArray(reached)) found.push(...reached);
    else if (reached !== undefined) found.push(reached);
    return false;
  });
  return found;
}
