import { compareValues, type TextOrder, typeRank, valuesEqual } from '../bson/compareValues.ts';
import { typeName, typeNumbers } from '../bson/typeNames.ts';
import { Regex, Sentinel, SymbolValue, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import { compileRegex, literalPrefix } from './compileRegex.ts';
import { type FieldTest, isOperatorDocument, type Test } from './fieldTest.ts';
import { isNumber, numberValue } from './numberOperand.ts';

export function equalityTest(operand: Value, text: TextOrder | undefined): FieldTest {
  if (!(operand instanceof Regex)) return exactTest(operand, text);
  const pattern = regexTest(operand, undefined);
  return {
    ...pattern,
    test: (value) => pattern.test(value) || (value instanceof Regex && valuesEqual(value, operand)),
  };
}

export function exactTest(operand: Value, text: TextOrder | undefined): FieldTest {
  if (operand instanceof Sentinel && operand.kind === 'undefined') {
    throw mongoError('BadValue', 'cannot compare to undefined');
  }
  const test: Test =
    typeof operand === 'string' && text === undefined
      ? (value) => value === operand || (value instanceof SymbolValue && value.name === operand)
      : operand === null
        ? (value) => value === undefined || value === null
        : (value) => value !== undefined && compareValues(value, operand, text) === 0;
  return { test, expand: true, conjuncts: (path) => [{ path, op: 'eq', value: operand }], exactConjunct: true };
}

const comparisonResults = {
  $gt: (order: number) => order > 0,
  $gte: (order: number) => order >= 0,
  $lt: (order: number) => order < 0,
  $lte: (order: number) => order <= 0,
};
const boundNames = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

/** Only values of the operand's own type are compared, except with MinKey and MaxKey. */
export function comparisonTest(
  name: keyof typeof comparisonResults,
  operand: Value,
  text: TextOrder | undefined,
): FieldTest {
  if (operand instanceof Regex) throw mongoError('BadValue', `Can't have RegEx as arg to predicate over field.`);
  if (operand instanceof Sentinel && operand.kind === 'undefined') {
    throw mongoError('BadValue', 'cannot compare to undefined');
  }
  const passes = comparisonResults[name];
  if (operand instanceof Sentinel) return { test: (value) => passes(compareValues(value, operand)), expand: true };
  const rank = typeRank(operand);
  const operandIsNaN = rank === 10 && Number.isNaN(numberValue(operand));
  const test: Test = (value) => {
    if (typeRank(value) !== rank) return false;
    if (rank === 10 && value !== undefined && (operandIsNaN || Number.isNaN(numberValue(value)))) {
      return (name === '$gte' || name === '$lte') && compareValues(value, operand) === 0;
    }
    return passes(compareValues(value, operand, text));
  };
  const servable = rank !== 5 && rank !== 25 && !operandIsNaN;
  return {
    test,
    expand: true,
    conjuncts: servable ? (path) => [{ path, op: boundNames[name], value: operand }] : undefined,
    exactConjunct: servable,
  };
}

export function inTest(name: string, operand: Value, text: TextOrder | undefined): FieldTest {
  if (!Array.isArray(operand)) throw mongoError('BadValue', `${name} needs an array`);
  if (operand.some((item) => isOperatorDocument(item))) throw mongoError('BadValue', `cannot nest $ under ${name}`);
  const patterns = operand.filter((item) => item instanceof Regex).map((item) => equalityTest(item, text));
  const values = operand.filter((item) => !(item instanceof Regex));
  const identities = new Set(values.map(identityOf));
  const matchesNull = values.some((item) => item === null);
  const holds = (value: Value): boolean =>
    text === undefined
      ? identities.has(identityOf(value))
      : values.some((item) => compareValues(item, value, text) === 0);
  return {
    test: (value) =>
      (value === undefined ? matchesNull : holds(value)) || patterns.some((pattern) => pattern.test(value)),
    expand: true,
    conjuncts: patterns.length > 0 ? undefined : (path) => [{ path, op: 'in', values }],
    exactConjunct: patterns.length === 0,
  };
}

export function regexTest(operand: Value, options: Value | undefined): FieldTest {
  if (options !== undefined && typeof options !== 'string') throw mongoError('BadValue', '$options has to be a string');
  const pattern = operand instanceof Regex ? operand.pattern : operand;
  if (typeof pattern !== 'string') throw mongoError('BadValue', '$regex has to be a string');
  const flags = options ?? (operand instanceof Regex ? operand.options : '');
  const regex = compileRegex(pattern, flags);
  const prefix = literalPrefix(pattern, flags);
  return {
    test: (value) => {
      const text = value instanceof SymbolValue ? value.name : value;
      return typeof text === 'string'
        ? regex.test(text)
        : operand instanceof Regex && value instanceof Regex && valuesEqual(value, operand);
    },
    expand: true,
    conjuncts:
      prefix === undefined || operand instanceof Regex ? undefined : (path) => [{ path, op: 'prefix', text: prefix }],
  };
}

export function typeTest(operand: Value): FieldTest {
  const wanted = new Set<string>();
  for (const item of Array.isArray(operand) ? operand : [operand]) {
    if (item === 'number') for (const name of ['int', 'long', 'double', 'decimal']) wanted.add(name);
    else wanted.add(typeOperand(item));
  }
  if (wanted.size === 0) throw mongoError('FailedToParse', '$type must match at least one type');
  return { test: (value) => value !== undefined && wanted.has(typeName(value)), expand: true };
}

function typeOperand(operand: Value): string {
  if (typeof operand === 'string') {
    if (operand in typeNumbers) return operand;
    throw mongoError('BadValue', `Unknown type name alias: ${operand}`);
  }
  if (!isNumber(operand)) throw mongoError('TypeMismatch', 'type must be represented as a number or a string');
  const found = Object.entries(typeNumbers).find(([, number]) => number === numberValue(operand));
  if (found === undefined) throw mongoError('BadValue', `Invalid numerical type code: ${numberValue(operand)}`);
  return found[0];
}

export function modTest(operand: Value): FieldTest {
  if (!Array.isArray(operand)) throw mongoError('BadValue', 'malformed mod, needs to be an array');
  if (operand.length < 2) throw mongoError('BadValue', 'malformed mod, not enough elements');
  if (operand.length > 2) throw mongoError('BadValue', 'malformed mod, too many elements');
  const [divisor, remainder] = operand.map((item) => Math.trunc(isNumber(item) ? numberValue(item) : Number.NaN));
  if (divisor === undefined || remainder === undefined || Number.isNaN(divisor) || Number.isNaN(remainder)) {
    throw mongoError('BadValue', 'malformed mod, divisor and remainder have to be numbers');
  }
  if (divisor === 0) throw mongoError('BadValue', 'divisor cannot be 0');
  return {
    test: (value) => {
      if (!isNumber(value)) return false;
      const number = Math.trunc(numberValue(value));
      return Number.isFinite(number) && number % divisor === remainder;
    },
    expand: true,
  };
}
