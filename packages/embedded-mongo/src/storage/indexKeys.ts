import { type Document, undefinedValue, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { encodeKey, fitKey, maxKeyBytes } from './keyEncoding.ts';

/** What determines the keys of an index. `paths` are split at the dots. */
export type KeyPattern = {
  paths: readonly (readonly string[])[];
  descending: readonly boolean[];
  sparse: boolean;
};

/** The keys of one document: encoded, without duplicates. */
export type DocumentKeys = {
  keys: Buffer[];
  /** The values of each key, in the order of the keys. */
  tuples: (Value | undefined)[][];
  /** Per field of the pattern: whether the path met an array. */
  multikey: boolean[];
  /** A key was too long and ends in a hash. */
  truncated: boolean;
};

/**
 * The keys of a document in an index. Arrays give one key per distinct element; an empty array gives the key
 * `undefined`, as in MongoDB. Throws CannotIndexParallelArrays when two fields of a compound key meet different arrays.
 */
export function documentKeys(pattern: KeyPattern, document: Document): DocumentKeys {
  const { tuples, multikey } = keyTuples(pattern.paths, document);
  const keys: Buffer[] = [];
  const kept: (Value | undefined)[][] = [];
  let truncated = false;
  for (const tuple of tuples) {
    if (pattern.sparse && tuple.every((value) => value === undefined)) continue;
    const whole = encodeKey(tuple, pattern.descending);
    if (whole.length > maxKeyBytes) truncated = true;
    const key = fitKey(whole);
    if (tuples.length > 1 && keys.some((other) => other.equals(key))) continue;
    keys.push(key);
    kept.push(tuple);
  }
  return { keys, tuples: kept, multikey, truncated };
}

/**
 * The values at several paths, one tuple for each combination that an array on the paths gives; `multikey` tells for
 * each path whether it met an array. Throws CannotIndexParallelArrays when two paths meet different arrays, and code
 * 16746 when a numeric part may be a position or a field of an element.
 */
export function keyTuples(
  paths: readonly (readonly string[])[],
  document: Document,
): { tuples: (Value | undefined)[][]; multikey: boolean[] } {
  const multikey = paths.map(() => false);
  const tuples: (Value | undefined)[][] = [];
  expand(
    paths.map((path) => ({ value: document, path, at: 0 })),
    multikey,
    tuples,
  );
  return { tuples, multikey };
}

type Position = {
  value: Value | undefined;
  path: readonly string[];
  at: number;
  /** An array inside an array is a key as a whole, since indexes look only one level deep. */
  whole?: boolean;
};

/** Walks all fields down to a value or to the array they share, then continues once per element of that array. */
function expand(positions: Position[], multikey: boolean[], tuples: (Value | undefined)[][]): void {
  const reached = positions.map(walkToArray);
  const arrayAt = reached.findIndex((position) => position.whole !== true && Array.isArray(position.value));
  const array = arrayAt < 0 ? undefined : reached[arrayAt]?.value;
  if (!Array.isArray(array)) {
    tuples.push(reached.map((position) => position.value));
    return;
  }
  const sharing = reached.map((position) => position.whole !== true && position.value === array);
  if (reached.some(({ value, whole }, i) => Array.isArray(value) && whole !== true && sharing[i] !== true)) {
    throw mongoError('CannotIndexParallelArrays', 'cannot index parallel arrays');
  }
  sharing.forEach((shares, i) => {
    if (shares) multikey[i] = true;
  });
  const elements: (Value | undefined)[] = array.length === 0 ? [undefinedValue] : array;
  for (const element of elements) {
    expand(
      reached.map((position, i) => (sharing[i] === true ? intoElement(position, element) : position)),
      multikey,
      tuples,
    );
  }
}

function walkToArray(position: Position): Position {
  if (position.whole === true) return position;
  let { value, at } = position;
  const { path } = position;
  let whole = false;
  for (; at < path.length; at++) {
    const part = path[at] ?? '';
    whole = Array.isArray(value);
    if (value instanceof Map) value = value.get(part);
    else if (!Array.isArray(value)) return { value: undefined, path, at: path.length };
    else if (!namesPosition(part, value)) return { value, path, at };
    else value = value[Number(part)];
  }
  return { value, path, at, whole };
}

function namesPosition(part: string, items: readonly Value[]): boolean {
  const index = arrayIndex(part);
  if (index < 0 || index >= items.length) return false;
  if (!items.some((item) => item instanceof Map && item.has(part))) return true;
  throw locationError(
    16746,
    `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
  );
}

function intoElement({ path, at }: Position, element: Value | undefined): Position {
  if (at === path.length) return { value: element, path, at, whole: true };
  return { value: element instanceof Map ? element : undefined, path, at };
}

/** The array position that an all-digit path component names; -1 for any other component. */
export function arrayIndex(part: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : -1;
}
