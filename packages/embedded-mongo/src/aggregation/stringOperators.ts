import { compareStrings } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import { int32, Regex, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileRegex } from '../query/compileRegex.ts';
import { numberValue } from '../query/numberOperand.ts';
import type { OperatorCompiler } from './expression.ts';
import { isNullish, namedArguments, onValues } from './operands.ts';
import { textOf } from './typeOperators.ts';

const concat = onValues(0, Number.POSITIVE_INFINITY, (values) => {
  let text = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') throw locationError(16702, `$concat only supports strings, not ${typeName(value)}`);
    text += value;
  }
  return text;
});

function changeCase(change: (text: string) => string): OperatorCompiler {
  return onValues(1, 1, ([value]) => (isNullish(value) ? '' : change(textOf(value) ?? '')));
}

const strLenCP = onValues(1, 1, ([value]) => int32([...stringOf(value, '$strLenCP', 34471)].length));

const substrCP = onValues(3, 3, ([value, start, length]) => {
  if (isNullish(value)) return '';
  const from = numberValue(start);
  return [...(textOf(value) ?? '')].slice(from, from + numberValue(length)).join('');
});

const split = onValues(2, 2, ([value, separator]) => {
  if (isNullish(value) || isNullish(separator)) return null;
  return stringOf(value, '$split', 40085).split(stringOf(separator, '$split', 40086));
});

const strcasecmp = onValues(2, 2, ([a, b]) =>
  int32(Math.sign(compareStrings((textOf(a) ?? '').toUpperCase(), (textOf(b) ?? '').toUpperCase()))),
);

const trim: OperatorCompiler = (operand, name, compile) => {
  const named = namedArguments(operand, name, ['input'], 50694);
  const input = compile(named.get('input') ?? null);
  return (root, variables) => {
    const value = input(root, variables);
    return isNullish(value) ? null : stringOf(value, name, 50699).trim();
  };
};

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
  $toLower: changeCase((text) => text.toLowerCase()),
  $toUpper: changeCase((text) => text.toUpperCase()),
  $strLenCP: strLenCP,
  $substrCP: substrCP,
  $split: split,
  $strcasecmp: strcasecmp,
  $trim: trim,
  $regexMatch: regexMatch,
};
