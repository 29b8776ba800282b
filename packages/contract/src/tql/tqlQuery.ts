import type { TqlField, TqlStatus } from './tqlFields.ts';

/** A span of time in milliseconds since 1970, both ends included; a moment is one with equal ends. */
export type TqlSpan = { from: number; to: number };

/** What a field is compared with. Texts are in lower case, durations in milliseconds. */
export type TqlValue = string | number | boolean | TqlSpan | TqlStatus;

export type TqlCondition =
  | { kind: 'and' | 'or'; of: readonly TqlCondition[] }
  | { kind: 'not'; of: TqlCondition }
  /** It is one of these. */
  | { kind: 'is'; field: TqlField; values: readonly TqlValue[] }
  /** It has the text in it. */
  | { kind: 'contains'; field: TqlField; text: string }
  | { kind: 'compare'; field: TqlField; by: '<' | '<=' | '>' | '>='; value: number | TqlSpan };

export type TqlOrder = { field: TqlField; descending: boolean };

export type TqlQuery = {
  /** Null: every result. */
  where: TqlCondition | null;
  /** Empty: the newest run first, each by file and place in it. */
  orderBy: readonly TqlOrder[];
  limit: number | null;
};

/** What is wrong with a query, and where. */
export type TqlProblem = {
  /** From 0. */
  position: number;
  /** 0 at the end of the query. */
  length: number;
  /** What could stand there instead. */
  expected: readonly string[];
  message: string;
};
