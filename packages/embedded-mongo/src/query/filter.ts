import type { TextOrder } from '../bson/compareValues.ts';
import type { Document } from '../bson/values.ts';
import type { Conjunct } from './fieldTest.ts';

/** A query filter ready to run. */
export type Filter = {
  matches(document: Document): boolean;
  /** The top-level fields it reads; undefined when it may read any. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Conditions all of which hold for every match: what the planner may take bounds from. */
  readonly conjuncts: readonly Conjunct[];
  /** The conjuncts say all that the filter says. */
  readonly complete: boolean;
  /** Of a `$or` at the top: every match matches one of these. */
  readonly branches: readonly Filter[] | undefined;
  /** How it compares text; undefined for the simple collation. */
  readonly collation: TextOrder | undefined;
  /** The filter as it came. */
  readonly source: Document;
};
