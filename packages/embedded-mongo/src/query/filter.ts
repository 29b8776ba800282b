import type { TextOrder } from '../bson/compareValues.ts';
import type { Document } from '../bson/values.ts';
import type { Conjunct } from './fieldTest.ts';

/** A compiled query filter. */
export type Filter = {
  matches(document: Document): boolean;
  /** The top-level fields it reads; undefined when it may read any. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Conditions that hold for every match: the planner may derive bounds from them. */
  readonly conjuncts: readonly Conjunct[];
  /** The conjuncts cover the whole filter. */
  readonly complete: boolean;
  /** For a top-level `$or`: every match matches one of these. */
  readonly branches: readonly Filter[] | undefined;
  /** How it compares text; undefined for the simple collation. */
  readonly collation: TextOrder | undefined;
  /** The filter as received. */
  readonly source: Document;
};
