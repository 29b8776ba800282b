import type { TqlCondition, TqlField, TqlSpan, TqlValue } from '@assay/contract';

/**
 * What is known of a result: a text as those that it may be called, in lower case; a status with `FLAKY` beside it where
 * the test is flaky; a date in milliseconds since 1970. Null: it has none. Undefined: not known yet.
 */
export type TqlFact = readonly string[] | number | boolean | null | undefined;
export type TqlFacts = (field: TqlField) => TqlFact;

/**
 * Whether a condition holds; undefined where that depends on facts that are not known. So one condition tells of a run,
 * before any of its tests is read, whether one of them could match.
 */
export function decideTql(condition: TqlCondition, factOf: TqlFacts): boolean | undefined {
  switch (condition.kind) {
    case 'and':
      return all(condition.of, factOf);
    case 'or':
      return negated(
        all(
          condition.of.map((of) => ({ kind: 'not' as const, of })),
          factOf,
        ),
      );
    case 'not':
      return negated(decideTql(condition.of, factOf));
    default: {
      const fact = factOf(condition.field);
      return fact === undefined ? undefined : holds(condition, fact);
    }
  }
}

function all(conditions: readonly TqlCondition[], factOf: TqlFacts): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const condition of conditions) {
    const one = decideTql(condition, factOf);
    if (one === false) return false;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}

type Leaf = Extract<TqlCondition, { field: TqlField }>;

function holds(condition: Leaf, fact: Exclude<TqlFact, undefined>): boolean {
  switch (condition.kind) {
    case 'is':
      return condition.values.some((value) => isOne(value, fact));
    case 'contains':
      return Array.isArray(fact) && fact.some((text) => text.includes(condition.text));
    default:
      return typeof fact === 'number' && isBeside(fact, condition.by, spanOf(condition.value));
  }
}

function isOne(value: TqlValue, fact: Exclude<TqlFact, undefined>): boolean {
  if (Array.isArray(fact)) return fact.includes(value);
  if (typeof value === 'object') return typeof fact === 'number' && fact >= value.from && fact <= value.to;
  return value === fact;
}

function spanOf(value: number | TqlSpan): TqlSpan {
  return typeof value === 'number' ? { from: value, to: value } : value;
}

function isBeside(fact: number, by: '<' | '<=' | '>' | '>=', { from, to }: TqlSpan): boolean {
  switch (by) {
    case '<':
      return fact < from;
    case '<=':
      return fact <= to;
    case '>':
      return fact > to;
    default:
      return fact >= from;
  }
}
