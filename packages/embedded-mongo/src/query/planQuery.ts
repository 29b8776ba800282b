import { compareValues, typeRank, valuesEqual } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import type { Collection } from '../storage/collection.ts';
import type { IndexDefinition } from '../storage/indexDefinition.ts';
import { fitKey } from '../storage/keyEncoding.ts';
import type { Conjunct } from './fieldTest.ts';
import type { Filter } from './filter.ts';
import {
  type IndexBounds,
  type Interval,
  indexBounds,
  intervalsOf,
  needsField,
  prefixLengthsOf,
} from './indexBounds.ts';
import { numberValue } from './numberOperand.ts';
import { parseSort, type SortField } from './sortOrder.ts';

/** How the records of a query are found. Every record is still tested against the filter. */
export type Plan =
  | { kind: 'records'; reverse: boolean; sorted: boolean }
  /** One plan for each branch of a $or, each by an index; records found twice count once. */
  | { kind: 'union'; plans: Plan[]; sorted: boolean }
  | { kind: 'keys'; index: IndexDefinition; keys: Buffer[]; sorted: boolean }
  | {
      kind: 'entries';
      index: IndexDefinition;
      intervals: Interval[];
      reverse: boolean;
      sorted: boolean;
      /** The order comes from merging all intervals: their keys are compared from these offsets on. */
      mergeFrom: number[] | undefined;
      /** Every record in the bounds matches, so entries can be counted without reading records. */
      exact: boolean;
    };

export type PlannedQuery = {
  plan: Plan;
  /** The sort that remains to be done in memory; empty when the plan delivers the order. */
  sort: SortField[];
};

/**
 * Chooses by equality prefix, then order, then range: an equality on one more leading field beats an order for free,
 * which beats a range. Throws BadValue for a hint that names no index.
 */
export function planQuery(
  collection: Collection | undefined,
  filter: Filter,
  sort: Document = new Map(),
  hint?: Value,
): PlannedQuery {
  const natural = sort.get('$natural') ?? (hint instanceof Map ? hint.get('$natural') : undefined);
  if (natural !== undefined) {
    const bySort = sort.has('$natural');
    const reverse = numberValue(natural) < 0;
    return {
      plan: { kind: 'records', reverse, sorted: bySort || sort.size === 0 },
      sort: bySort ? [] : parseSort(sort, filter.collation),
    };
  }
  const order = parseSort(sort, filter.collation);
  const indexes = hint === undefined ? (collection?.indexes ?? []) : [hintedIndex(collection, hint)];
  let best: { plan: Plan; score: number } = {
    plan: { kind: 'records', reverse: false, sorted: order.length === 0 },
    score: hint === undefined ? 0 : -1,
  };
  for (const index of indexes) {
    if (index === undefined || !isEligible(index, filter, hint !== undefined)) continue;
    const candidate = candidateFor(index, filter, order);
    if (candidate.score > best.score) best = candidate;
    if (best.score === uniqueScore) break;
  }
  const union = best.score <= 0 && hint === undefined ? unionOf(collection, filter, order) : undefined;
  const plan = union ?? best.plan;
  return { plan, sort: plan.sorted ? [] : order };
}

/** With more branches than this, one full scan is better. */
const maxBranches = 100;

/** A plan for each branch of a `$or`; undefined unless an index bounds every branch. */
function unionOf(
  collection: Collection | undefined,
  { branches }: Filter,
  order: readonly SortField[],
): Plan | undefined {
  if (branches === undefined || branches.length > maxBranches) return undefined;
  const plans = branches.map((branch) => planQuery(collection, branch).plan);
  return plans.every((plan) => plan.kind !== 'records')
    ? { kind: 'union', plans, sorted: order.length === 0 }
    : undefined;
}

/** Nothing beats looking up whole keys in a unique index. */
const uniqueScore = 1000;

function candidateFor(index: IndexDefinition, filter: Filter, order: SortField[]): { plan: Plan; score: number } {
  const bounds = indexBounds(index, filter.conjuncts);
  const delivered = order.length === 0 ? undefined : orderFromIndex(index, bounds, order);
  const onePoint = bounds.keys?.length === 1;
  if (index.unique && bounds.keys !== undefined && (order.length === 0 || onePoint)) {
    return { plan: { kind: 'keys', index, keys: bounds.keys.map(fitKey), sorted: true }, score: uniqueScore };
  }
  const score = bounds.points.length * 4 + (delivered === undefined ? 0 : 3) + (bounds.range === undefined ? 0 : 2);
  const exact =
    filter.complete && !index.isMultikey && !index.truncated && filter.conjuncts.every((c) => bounds.used.includes(c));
  return {
    plan: {
      kind: 'entries',
      index,
      intervals: intervalsOf(bounds),
      reverse: delivered?.backward === true,
      sorted: order.length === 0 || delivered !== undefined,
      mergeFrom: delivered?.merged === true ? prefixLengthsOf(bounds) : undefined,
      exact,
    },
    score,
  };
}

/** The maximum number of intervals merged for their common order; each keeps an LMDB cursor open. */
const maxMergedIntervals = 64;

/**
 * Whether reading the index within the bounds gives the requested order. Fields fixed to one value may be skipped on
 * both sides. Fields fixed to several may be skipped too when the order starts after them: their intervals are then
 * merged. A field with arrays gives no order, nor does an index with truncated keys.
 */
function orderFromIndex(
  index: IndexDefinition,
  bounds: IndexBounds,
  order: readonly SortField[],
): { backward: boolean; merged: boolean } | undefined {
  if (index.truncated || order.some(({ text }) => text !== undefined)) return undefined;
  if (order.some(({ field }) => index.multikey[index.fields.indexOf(field)] === true)) {
    return undefined;
  }
  const fixed = new Set(bounds.points.filter((point) => point.single).map((point) => point.field));
  const wanted = order.filter(({ field }) => !fixed.has(field));
  const inPlace = directionOf(index, 0, wanted, fixed);
  if (inPlace !== undefined) return { backward: inPlace < 0, merged: false };
  if (bounds.prefixes.length > maxMergedIntervals || index.isMultikey) return undefined;
  const behind = directionOf(index, bounds.points.length, wanted, fixed);
  return behind === undefined ? undefined : { backward: behind < 0, merged: true };
}

/** 1 or -1 when the index fields from `start` on are the requested ones, all in their direction or all reversed. */
function directionOf(
  index: IndexDefinition,
  start: number,
  wanted: readonly SortField[],
  fixed: ReadonlySet<string>,
): number | undefined {
  let direction = 0;
  let at = start;
  for (const { field, descending } of wanted) {
    while (index.fields[at] !== field && fixed.has(index.fields[at] ?? '')) at++;
    const step = index.descending[at] === descending ? 1 : -1;
    if (index.fields[at] !== field || (direction !== 0 && step !== direction)) return undefined;
    direction = step;
    at++;
  }
  return direction === 0 ? 1 : direction;
}

function hintedIndex(collection: Collection | undefined, hint: Value): IndexDefinition | undefined {
  if (collection === undefined) return undefined;
  const found = collection.indexes.find((index) =>
    index.hidden ? false : typeof hint === 'string' ? index.name === hint : valuesEqual(index.key, hint),
  );
  if (found !== undefined) return found;
  throw mongoError(
    'BadValue',
    'error processing query: planner returned error: hint provided does not correspond to an existing index',
  );
}

/** Whether the index contains every document that the filter can match; a hinted sparse index need not. */
function isEligible(index: IndexDefinition, filter: Filter, hinted: boolean): boolean {
  if (index.hidden) return false;
  if (index.sparse && !hinted) {
    const present = filter.conjuncts.some((c) => index.fields.includes(c.path) && needsField(c));
    if (!present) return false;
  }
  const partial = index.partial;
  if (partial === undefined) return true;
  if (!partial.complete) return false;
  return partial.conjuncts.every((needed) =>
    filter.conjuncts.some((given) => given.path === needed.path && implies(given, needed)),
  );
}

function implies(given: Conjunct, needed: Conjunct): boolean {
  if (needed.op === 'exists') return needsField(given);
  if (given.op === 'in') return given.values.every((value) => implies({ path: given.path, op: 'eq', value }, needed));
  if (given.op === 'prefix' || given.op === 'exists') {
    return needed.op === 'prefix' && given.op === 'prefix' && given.text.startsWith(needed.text);
  }
  if (needed.op === 'in') return given.op === 'eq' && needed.values.some((value) => valuesEqual(value, given.value));
  if (needed.op === 'prefix') return false;
  if (needed.op === 'eq') return given.op === 'eq' && valuesEqual(given.value, needed.value);
  if (typeRank(given.value) !== typeRank(needed.value)) return false;
  const above = needed.op === 'gt' || needed.op === 'gte';
  const sameSide =
    given.op === 'eq' || (above ? given.op === 'gt' || given.op === 'gte' : given.op === 'lt' || given.op === 'lte');
  const order = compareValues(given.value, needed.value) * (above ? 1 : -1);
  const inclusive = needed.op === 'gte' || needed.op === 'lte' || given.op === 'gt' || given.op === 'lt';
  return sameSide && (order > 0 || (order === 0 && inclusive));
}
