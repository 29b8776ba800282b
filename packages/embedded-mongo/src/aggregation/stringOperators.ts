import { compareStrings } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import { int32, Regex, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileRegex } from '../query/compileRegex.ts';
import { int32Of, isNumber } from '../query/numberOperand.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, namedArguments, onValues } from './operands.ts';
import { coercedText } from './typeOperators.ts';

const concat = onValues(0, Number.POSITIVE_INFINITY, (values) => {
  let text = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') throw locationError(16702, `$concat only supports strings, not ${typeName(value)}`);
    text += value;
  }
  return text;
});

/** ASCII letters alone have another case, as in MongoDB. */
const upperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function changeCase(change: (text: string) => string): OperatorCompiler {
  return onValues(1, 1, ([value]) => change(coercedText(value)));
}

const strLenCP = onValues(1, 1, ([value]) => int32([...stringOf(value, '$strLenCP', 34471)].length));

const substrCP = onValues(3, 3, ([value, start, length]) => {
  const text = coercedText(value);
  const from = codePoints('starting index', start, { notNumber: 34450, notWhole: 34451, negative: 34455 });
  const count = codePoints('length', length, { notNumber: 34452, notWhole: 34453, negative: 34454 });
  return [...text].slice(from, from + count).join('');
});

function codePoints(
  what: string,
  value: Value | undefined,
  codes: { notNumber: number; notWhole: number; negative: number },
): number {
  if (!isNumber(value)) throw locationError(codes.notNumber, `$substrCP: ${what} must be a numeric type`);
  const number = int32Of(value);
  if (number === undefined) throw locationError(codes.notWhole, `$substrCP: ${what} must be a 32-bit integer`);
  if (number < 0) throw locationError(codes.negative, `$substrCP: ${what} must be a nonnegative integer`);
  return number;
}

const split = onValues(2, 2, ([value, separator]) => {
  if (isNullish(value) || isNullish(separator)) return null;
  const text = stringOf(value, '$split', 40085);
  const between = stringOf(separator, '$split', 40086);
  if (between === '') throw locationError(40087, '$split requires a non-empty separator');
  return text.split(between);
});

const strcasecmp = onValues(2, 2, ([a, b]) =>
  int32(Math.sign(compareStrings(upperCase(coercedText(a)), upperCase(coercedText(b))))),
);

/** What `$trim` removes by default. */
const blanks = new Set('\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a');

/** `{ input, chars }`: removes the given code points, or blanks, from both ends. */
const trim: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['input', 'chars'], 50694);
  const given = named.get('input');
  if (given === undefined) throw locationError(50695, `${name} requires an 'input' field`);
  const input = compile(given);
  const chosen = named.get('chars');
  const chars = chosen === undefined ? undefined : compile(chosen);
  return (root, variables) => {
    const value = input(root, variables);
    if (isNullish(value)) return null;
    const text = stringOf(value, name, 50699);
    if (chars === undefined) return withoutEnds(text, blanks);
    const removed = chars(root, variables);
    return isNullish(removed) ? null : withoutEnds(text, new Set(stringOf(removed, name, 50700)));
  };
};

function withoutEnds(text: string, removed: ReadonlySet<string>): string {
  const points = [...text];
  const first = points.findIndex((point) => !removed.has(point));
  const last = points.findLastIndex((point) => !removed.has(point));
  return first < 0 ? '' : points.slice(first, last + 1).join('');
}

const regexMatch: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['input', 'regex', 'options'], 51103);
  const input = compile(named.get('input') ?? null);
  const regex = named.get('regex');
  const pattern = regex instanceof Regex ? regex.pattern : regex;
  if (typeof pattern !== 'string') throw mongoError('NotImplemented', '$regexMatch needs a constant pattern');
  const options = named.get('options');
  const compiled = compileRegex(
    pattern,
    typeof options === 'string' ? options : regex instanceof Regex ? regex.options : '',
  );
  return (root, variables) => {
    const value = input(root, variables);
    return isNullish(value) ? false : compiled.test(stringOf(value, name, 51104));
  };
};

function stringOf(value: Value | undefined, name: string, code: number): string {
  if (typeof value === 'string') return value;
  throw locationError(
    code,
    `${name} requires a string argument, found: ${value === undefined ? 'missing' : typeName(value)}`,
  );
}

export const stringOperators: Readonly<Record<string, OperatorCompiler>> = {
  $concat: concat,
  $toLower: changeCase(lowerCase),
  $toUpper: changeCase(upperCase),
  $strLenCP: strLenCP,
  $substrCP: substrCP,
  $split: split,
  $strcasecmp: strcasecmp,
  $trim: trim,
  $regexMatch: regexMatch,
};
