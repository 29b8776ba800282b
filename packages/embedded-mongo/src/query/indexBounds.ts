import { compareValues, typeRank } from '../bson/compareValues.ts';
import type { Value } from '../bson/values.ts';
import { idPrefix } from '../storage/environment.ts';
import type { IndexDefinition } from '../storage/indexDefinition.ts';
import { arrayIndex } from '../storage/indexKeys.ts';
import { encodeKey, maxOrderedBytes, successorOf } from '../storage/keyEncoding.ts';
import type { Conjunct } from './fieldTest.ts';

/** Index entries from `low` (inclusive) to `high` (exclusive), as whole LMDB keys. */
export type Interval = {
  low: Buffer;
  high: Buffer;
};

export type IndexBounds = {
  index: IndexDefinition;
  /** The prefix of each interval's keys, after the index id. */
  prefixes: readonly Buffer[];
  /** The range of the field after the points. */
  range: Range | undefined;
  /** Leading fields fixed to points: one value each, or several (`$in`). */
  points: { field: string; single: boolean }[];
  /** All fields are fixed to points: the encoded keys themselves. */
  keys: Buffer[] | undefined;
  /** Conjuncts that the bounds express exactly. */
  used: Conjunct[];
};

const noBytes = Buffer.alloc(0);
const idBytes = 4;

/** More points than this are not worth their memory: the filter handles the rest. */
const maxPoints = 20_000;

/** From `low` (inclusive) to `high` (exclusive) after a prefix; open where undefined. */
export type Range = {
  low: Buffer | undefined;
  high: Buffer | undefined;
  used: Conjunct[];
};

/** The narrowest bounds that the conjuncts give on an index: points for leading fields, then at most one range. */
export function indexBounds(index: IndexDefinition, conjuncts: readonly Conjunct[]): IndexBounds {
  let prefixes: Buffer[] = [noBytes];
  const points: IndexBounds['points'] = [];
  const used: Conjunct[] = [];
  let range: Range | undefined;
  let multikeyBound = false;
  for (let i = 0; i < index.fields.length; i++) {
    // Fields of the same array are paired per element, while a filter may refer to different elements.
    if (index.multikey[i] === true && multikeyBound) break;
    multikeyBound ||= index.multikey[i] === true;
    const field = index.fields[i] ?? '';
    const descending = index.descending[i] === true;
    const own = conjuncts.filter((conjunct) => conjunct.path === field && isIndexed(conjunct));
    const point = pointsOf(own);
    if (point !== undefined && prefixes.length * point.values.length <= maxPoints) {
      const encoded = sortedEncodings(point.values, descending);
      prefixes =
        i === 0 ? encoded : prefixes.flatMap((prefix) => encoded.map((bytes) => Buffer.concat([prefix, bytes])));
      points.push({ field, single: encoded.length === 1 });
      used.push(point.conjunct);
      continue;
    }
    range = rangeOf(own, descending, index.multikey[i] === true);
    break;
  }
  if (range !== undefined) used.push(...range.used);
  const keys = points.length === index.fields.length ? prefixes : undefined;
  return { index, prefixes, range, points, keys, used };
}

/** The parts of the index to read. Not needed when whole keys are looked up. */
export function intervalsOf({ index, prefixes, range }: IndexBounds): Interval[] {
  return prefixes.map((prefix) => interval(index, prefix, range));
}

/** Per interval: the length of the index id plus the points at the start of its keys. */
export function prefixLengthsOf({ prefixes }: IndexBounds): number[] {
  return prefixes.map((prefix) => idBytes + prefix.length);
}

function pointsOf(conjuncts: readonly Conjunct[]): { values: readonly Value[]; conjunct: Conjunct } | undefined {
  for (const conjunct of conjuncts) {
    if (conjunct.op === 'eq' && !Array.isArray(conjunct.value)) return { values: [conjunct.value], conjunct };
  }
  for (const conjunct of conjuncts) {
    if (conjunct.op === 'in' && !conjunct.values.some(Array.isArray)) return { values: conjunct.values, conjunct };
  }
  return undefined;
}

function sortedEncodings(values: readonly Value[], descending: boolean): Buffer[] {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return [encodeKey([only], [descending])];
  const encoded = values.map((value) => encodeKey([value], [descending])).sort(Buffer.compare);
  return encoded.filter((bytes, i) => i === 0 || encoded[i - 1]?.equals(bytes) !== true);
}

/**
 * One range from the comparisons on a field. On a multikey field, different elements may satisfy the two sides, so only
 * one side may bound the scan.
 */
function rangeOf(conjuncts: readonly Conjunct[], descending: boolean, multikey: boolean): Range | undefined {
  const prefix = conjuncts.find((conjunct) => conjunct.op === 'prefix');
  if (prefix?.op === 'prefix') {
    // The encoded text without its terminator: the common start of all strings with this prefix.
    const start = encodeKey([prefix.text], [descending]).subarray(0, -1);
    return { low: start, high: successorOf(start), used: [prefix] };
  }
  const lower = tightest(conjuncts, 'gt', 'gte');
  const upper = tightest(conjuncts, 'lt', 'lte', lower?.value);
  const bound = lower ?? upper;
  if (bound === undefined) return undefined;
  const both = !multikey && lower !== undefined && upper !== undefined;
  const from = both || bound === lower ? lower : undefined;
  const to = both || bound === upper ? upper : undefined;
  const type = encodeKey([bound.value], [descending]).subarray(0, 1);
  const first = descending ? to : from;
  const last = descending ? from : to;
  return {
    low: first === undefined ? type : edge(first, descending, !first.inclusive),
    high: last === undefined ? successorOf(type) : edge(last, descending, last.inclusive),
    used: [from?.conjunct, to?.conjunct].filter((conjunct) => conjunct !== undefined),
  };
}

type Edge = {
  value: Value;
  inclusive: boolean;
  conjunct: Conjunct;
};

function tightest(
  conjuncts: readonly Conjunct[],
  exclusive: 'gt' | 'lt',
  inclusive: 'gte' | 'lte',
  likeType?: Value,
): Edge | undefined {
  let best: Edge | undefined;
  for (const conjunct of conjuncts) {
    if (conjunct.op !== exclusive && conjunct.op !== inclusive) continue;
    if (likeType !== undefined && typeRank(likeType) !== typeRank(conjunct.value)) continue;
    if (best !== undefined) {
      const order = compareValues(conjunct.value, best.value) * (exclusive === 'gt' ? 1 : -1);
      if (order < 0 || (order === 0 && conjunct.op === inclusive)) continue;
    }
    best = { value: conjunct.value, inclusive: conjunct.op === inclusive, conjunct };
  }
  return best;
}

function edge({ value }: Edge, descending: boolean, after: boolean): Buffer | undefined {
  const encoded = encodeKey([value], [descending]);
  return after ? successorOf(encoded) : encoded;
}

/**
 * Bounds beyond the length that still sorts are cut off there, which widens the interval; matches are tested anyway.
 */
function interval(index: IndexDefinition, prefix: Buffer, range: Range | undefined): Interval {
  const id = idPrefix(index.id);
  const low = Buffer.concat([id, prefix, range?.low ?? noBytes]);
  const high =
    range?.high === undefined ? successorOf(Buffer.concat([id, prefix])) : Buffer.concat([id, prefix, range.high]);
  const limit = idBytes + maxOrderedBytes;
  return {
    low: low.subarray(0, limit),
    high:
      (high !== undefined && high.length > limit ? successorOf(high.subarray(0, limit)) : high) ??
      idPrefix(index.id + 1),
  };
}

/**
 * Whether an index has every document that meets a conjunct. In `{ a: [{ b: 1 }] }`, `a.0` is the element and also a
 * field that the element lacks, while the index has only the element.
 */
function isIndexed(conjunct: Conjunct): boolean {
  return needsField(conjunct) || !conjunct.path.split('.').some((part) => arrayIndex(part) >= 0);
}

/** Whether a conjunct can only be met by a document that has the field. */
export function needsField(conjunct: Conjunct): boolean {
  if (conjunct.op === 'eq') return conjunct.value !== null;
  if (conjunct.op === 'in') return !conjunct.values.some((value) => value === null);
  return true;
}
