import { type TqlField, tqlFieldNames, tqlFields, tqlLimits, tqlOperators } from './tqlFields.ts';
import type { TqlCondition, TqlOrder, TqlProblem, TqlQuery, TqlSpan, TqlValue } from './tqlQuery.ts';
import { type TqlToken, tqlTokensOf } from './tqlTokens.ts';
import { tqlValueOf, valueWords } from './tqlValues.ts';

/** What may stand somewhere: in words, and the words that could be written there. */
export type TqlExpected = { what: string; words: readonly string[] };

export type ParsedTql =
  | { query: TqlQuery; problem: null; expectedAtEnd: readonly TqlExpected[] }
  | { query: null; problem: TqlProblem; expectedAtEnd: readonly TqlExpected[] };

const reserved = ['and', 'or', 'not', 'in', 'order', 'by', 'asc', 'desc', 'limit'];
const aField: TqlExpected = { what: 'a field', words: tqlFieldNames };

class Refused extends Error {
  readonly problem: TqlProblem;
  constructor(problem: TqlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Reads a query. Its grammar:
 *
 *     query     = [ any ] [ "order by" field [ "asc" | "desc" ] { "," … } ] [ "limit" number ]
 *     any       = all { "or" all }
 *     all       = one { "and" one }
 *     one       = "not" one | "(" any ")" | field [ operator value | [ "not" ] "in" "(" value { "," value } ")" ]
 *
 * @param now milliseconds since 1970, for dates such as `today`
 * @returns the query, or the first thing that is wrong; and what could follow at the end of the text
 */
export function parseTql(text: string, now: number): ParsedTql {
  if (text.length > tqlLimits.length) return { query: null, problem: tooLong(text), expectedAtEnd: [] };
  const reader = new TqlReader(text, now);
  try {
    return { query: reader.query(), problem: null, expectedAtEnd: reader.expectedAtEnd };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { query: null, problem: error.problem, expectedAtEnd: reader.expectedAtEnd };
  }
}

class TqlReader {
  readonly #tokens: readonly TqlToken[];
  readonly #now: number;
  #at = 0;
  #conditions = 0;
  #depth = 0;
  /** What was looked for at the present place, in vain so far. */
  #expected: TqlExpected[] = [];

  constructor(text: string, now: number) {
    this.#tokens = tqlTokensOf(text);
    this.#now = now;
  }

  get expectedAtEnd(): readonly TqlExpected[] {
    return this.#here.kind === 'end' ? this.#expected : [];
  }

  query(): TqlQuery {
    const starts = this.#here.kind !== 'end' && !this.#isWord('order') && !this.#isWord('limit');
    if (!starts) this.#expected.push(aField, { what: 'not', words: ['not'] }, { what: '(', words: [] });
    const where = starts ? this.#any() : null;
    const orderBy = this.#takeWord('order', 'order by') ? this.#orders() : [];
    const limit = this.#takeWord('limit') ? this.#limit() : null;
    if (this.#here.kind !== 'end') this.#refuse();
    return { where, orderBy, limit };
  }

  get #here(): TqlToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as TqlToken;
  }

  #next(): TqlToken {
    const token = this.#here;
    this.#at += 1;
    this.#expected = [];
    return token;
  }

  #isWord(word: string): boolean {
    return this.#here.kind === 'word' && this.#here.text.toLowerCase() === word;
  }

  #takeWord(word: string, shown = word): boolean {
    const isThere = this.#isWord(word);
    if (isThere) this.#next();
    else this.#expected.push({ what: shown, words: [shown] });
    return isThere;
  }

  #takeMark(mark: '(' | ')' | ','): boolean {
    const isThere = this.#here.kind === mark;
    if (isThere) this.#next();
    else this.#expected.push({ what: mark, words: [] });
    return isThere;
  }

  /** @throws Refused at the present place, with all that was looked for there */
  #refuse(...more: TqlExpected[]): never {
    this.#expected.push(...more);
    const { kind, text, position, length } = this.#here;
    const expected = [...new Set(this.#expected.map(({ what }) => what))];
    const found = kind === 'end' ? 'the query ends' : kind === 'unreadable' ? unreadableText(text) : `"${text}"`;
    const message = `Expected ${alternatives(expected)} at character ${position + 1}, found ${found}`;
    throw new Refused({ position, length, expected, message });
  }

  #refuseAs(token: TqlToken, message: string, expected: readonly string[] = []): never {
    throw new Refused({ ...placeOf(token), expected, message: `${message} (character ${token.position + 1})` });
  }

  #any(): TqlCondition {
    return this.#joined('or', () => this.#joined('and', () => this.#one()));
  }

  #joined(kind: 'and' | 'or', part: () => TqlCondition): TqlCondition {
    const first = part();
    const of = [first];
    while (this.#takeWord(kind)) of.push(part());
    return of.length === 1 ? first : { kind, of };
  }

  #one(): TqlCondition {
    const start = this.#here;
    this.#expected.push(aField);
    if (this.#takeWord('not')) return this.#deeper(start, () => ({ kind: 'not', of: this.#one() }));
    if (this.#takeMark('(')) {
      const inner = this.#deeper(start, () => this.#any());
      if (!this.#takeMark(')')) this.#refuse();
      return inner;
    }
    this.#conditions += 1;
    if (this.#conditions > tqlLimits.conditions) {
      this.#refuseAs(start, `A query has at most ${tqlLimits.conditions} conditions`);
    }
    return this.#condition(this.#field());
  }

  #deeper<Read>(start: TqlToken, read: () => Read): Read {
    this.#depth += 1;
    if (this.#depth > tqlLimits.depth) {
      this.#refuseAs(start, `Brackets and "not" go at most ${tqlLimits.depth} deep`);
    }
    const inner = read();
    this.#depth -= 1;
    return inner;
  }

  #field(): TqlField {
    const { kind, text } = this.#here;
    const field = kind === 'word' ? tqlFieldNames.find((name) => name === text.toLowerCase()) : undefined;
    if (field === undefined) return this.#refuse(aField);
    this.#next();
    return field;
  }

  #condition(field: TqlField): TqlCondition {
    const { type } = tqlFields[field];
    const operators = tqlOperators[type];
    const { kind, text } = this.#here;
    const isWritten = kind === 'operator' && operators.includes(text);
    if (!isWritten && operators.includes('in')) {
      const negated = this.#takeWord('not', 'not in');
      if (this.#takeWord('in')) return negatedIf(negated, { kind: 'is', field, values: this.#list(field) });
      if (negated) this.#refuse();
    }
    if (!isWritten) {
      const symbols = operators.filter((operator) => !operator.endsWith('in'));
      if (type !== 'flag' || kind === 'operator') {
        return this.#refuse(...symbols.map((what) => ({ what, words: [what] })));
      }
      this.#expected.push(...symbols.map((what) => ({ what, words: [what] })));
      return { kind: 'is', field, values: [true] };
    }
    this.#next();
    const value = this.#value(field);
    switch (text) {
      case '=':
      case '!=':
        return negatedIf(text === '!=', { kind: 'is', field, values: [value] });
      case '~':
      case '!~':
        return negatedIf(text === '!~', { kind: 'contains', field, text: String(value) });
      default:
        return { kind: 'compare', field, by: text as '<' | '<=' | '>' | '>=', value: value as number | TqlSpan };
    }
  }

  #list(field: TqlField): TqlValue[] {
    if (!this.#takeMark('(')) this.#refuse();
    const values = [this.#value(field)];
    while (this.#takeMark(',')) {
      if (values.length >= tqlLimits.listed) {
        this.#refuseAs(this.#here, `A list has at most ${tqlLimits.listed} values`);
      }
      values.push(this.#value(field));
    }
    if (!this.#takeMark(')')) this.#refuse();
    return values;
  }

  #value(field: TqlField): TqlValue {
    const { kind, text } = this.#here;
    const isValue = kind === 'quoted' || (kind === 'word' && !reserved.includes(text.toLowerCase()));
    const value = isValue ? tqlValueOf(field, text, this.#now) : undefined;
    if (value === undefined) return this.#refuse(valueWords(field));
    this.#next();
    return value;
  }

  #orders(): TqlOrder[] {
    if (!this.#takeWord('by')) this.#refuse();
    const orders: TqlOrder[] = [];
    do {
      if (orders.length >= tqlLimits.orders) {
        this.#refuseAs(this.#here, `Results are ordered by at most ${tqlLimits.orders} fields`);
      }
      const field = this.#field();
      const descending = !this.#takeWord('asc') && this.#takeWord('desc');
      orders.push({ field, descending });
    } while (this.#takeMark(','));
    return orders;
  }

  #limit(): number {
    const { kind, text } = this.#here;
    const limit = kind === 'word' && /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (limit < 1 || limit > tqlLimits.limit) {
      return this.#refuse({ what: `a number from 1 to ${tqlLimits.limit}`, words: [] });
    }
    this.#next();
    return limit;
  }
}

function tooLong({ length }: string): TqlProblem {
  const message = `A query has at most ${tqlLimits.length} characters, this one has ${length}`;
  return { position: tqlLimits.length, length: length - tqlLimits.length, expected: [], message };
}

function placeOf({ position, length }: TqlToken) {
  return { position, length };
}

function negatedIf(negated: boolean, condition: TqlCondition): TqlCondition {
  return negated ? { kind: 'not', of: condition } : condition;
}

function unreadableText(text: string): string {
  return /^["']/.test(text) ? 'a text without its closing quote' : `"${text.slice(0, 1)}"`;
}

function alternatives(expected: readonly string[]): string {
  const last = expected.at(-1) ?? 'the end';
  const others = expected.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}
