import type { Value } from '../bson/values.ts';
import { arrayIndex } from '../storage/indexKeys.ts';

/**
 * MongoDB's semantics of a dotted path: does any value at the path satisfy the test? Arrays on the way are searched one
 * level deep, and a numeric part also names a position. With `expand`, the elements of an array at the end are tried
 * before the array itself. A path that leads nowhere is tried once as undefined; a path that meets only scalars inside
 * an array reaches no value at all.
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
  const part = path[at] ?? '';
  if (value instanceof Map) return someAtPath(value.get(part), path, at + 1, expand, test);
  if (!Array.isArray(value)) return test(undefined);
  const index = arrayIndex(part);
  if (index >= 0 && index < value.length && someAtPath(value[index], path, at + 1, expand, test)) return true;
  for (const item of value) if (item instanceof Map && someAtPath(item, path, at, expand, test)) return true;
  return false;
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
