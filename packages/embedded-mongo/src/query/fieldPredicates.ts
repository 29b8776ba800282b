import { compareValues, typeRank, valuesEqual } from '../bson/compareValues.ts';
import { TYPE_NUMBERS, typeName } from '../bson/typeNames.ts';
import { type Document, Regex, Sentinel, SymbolValue, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { identityOf } from '../storage/keyEncoding.ts';
import type { Filter } from './compileFilter.ts';
import { compileRegex, literalPrefix } from './compileRegex.ts';
import { someAtPath } from './documentPath.ts';
import { integerOperand, isNumber, numberValue } from './numberOperand.ts';

/** A condition on one path that an index may serve. */
export type Conjunct =
  | { path: string; op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: Value }
  | { path: string; op: 'in'; values: readonly Value[] }
  | { path: string; op: 'prefix'; text: string }
  | { path: string; op: 'exists' };

interface FieldFilter {
  matches(document: Document): boolean;
  conjuncts: Conjunct[];
  /** The conjuncts say all that the condition says. */
  complete: boolean;
}

type Test = (value: Value | undefined) => boolean;
type CompileFilter = (source: Document) => Filter;

/** One operator on one field: how it looks at the values of its path, and what it tests. */
interface FieldTest {
  test: Test;
  /** Arrays at the end of the path are tried element by element too. */
  expand: boolean;
  /** Holds when no value passes the test, rather than when one does. */
  negated?: boolean;
  conjuncts?: (path: string) => Conjunct[];
  /** The conjunct says exactly what the test says. */
  exactConjunct?: boolean;
  /** For operators made of several tests, each of which may be met by another value of the path. */
  onPath?: (path: readonly string[]) => (document: Document) => boolean;
}

export const FIELD_OPERATORS = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$not',
  '$exists',
  '$type',
  '$regex',
  '$options',
  '$all',
  '$elemMatch',
  '$size',
  '$mod',
] as const;

/** `field: operand`, where the operand is a value, a pattern, or a document of operators. */
export function compileField(field: string, operand: Value, compileFilter: CompileFilter): FieldFilter {
  const path = field.split('.');
  const tests = isOperatorDocument(operand) ? operatorTests(operand, compileFilter) : [equalityTest(operand)];
  const predicates = tests.map((test) => predicateFor(path, test));
  const [only] = predicates;
  return {
    matches:
      predicates.length === 1 && only !== undefined
        ? only
        : (document) => predicates.every((predicate) => predicate(document)),
    conjuncts: tests.flatMap((test) => test.conjuncts?.(field) ?? []),
    complete: tests.every((test) => test.exactConjunct === true),
  };
}

function predicateFor(path: readonly string[], field: FieldTest): (document: Document) => boolean {
  if (field.onPath !== undefined) return field.onPath(path);
  const { test, expand, negated } = field;
  const [name = ''] = path;
  if (path.length === 1) {
    return (document) => {
      const value = document.get(name);
      const passed = (expand && Array.isArray(value) && value.some(test)) || test(value);
      return passed !== (negated === true);
    };
  }
  return (document) => someAtPath(document, path, 0, expand, test) !== (negated === true);
}

export function isOperatorDocument(operand: Value): operand is Document {
  if (!(operand instanceof Map)) return false;
  const [first] = operand.keys();
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

function operatorTests(operators: Document, compileFilter: CompileFilter): FieldTest[] {
  const tests: FieldTest[] = [];
  for (const [name, operand] of operators) {
    if (name === '$options') {
      if (!operators.has('$regex')) throw mongoError('BadValue', '$options needs a $regex');
    } else if (name === '$regex') tests.push(regexTest(operand, operators.get('$options')));
    else tests.push(operatorTest(name, operand, compileFilter));
  }
  return tests;
}

function operatorTest(name: string, operand: Value, compileFilter: CompileFilter): FieldTest {
  switch (name) {
    case '$eq':
      return operand instanceof Regex ? exactTest(operand) : equalityTest(operand);
    case '$ne':
      if (operand instanceof Regex) throw mongoError('BadValue', "Can't have regex as arg to $ne.");
      return { ...exactTest(operand), negated: true, conjuncts: undefined, exactConjunct: false };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparisonTest(name, operand);
    case '$in':
      return inTest(name, operand);
    case '$nin':
      return { ...inTest(name, operand), negated: true, conjuncts: undefined, exactConjunct: false };
    case '$exists': {
      const wanted = operand !== false && operand !== null && !(isNumber(operand) && numberValue(operand) === 0);
      return {
        test: (value) => value !== undefined,
        expand: false,
        negated: !wanted,
        conjuncts: wanted ? (path) => [{ path, op: 'exists' }] : undefined,
        exactConjunct: wanted,
      };
    }
    case '$type':
      return typeTest(operand);
    case '$size': {
      const size = integerOperand('$size', operand);
      if (size < 0) throw mongoError('BadValue', 'Failed to parse $size. Expected a non-negative number in: $size');
      return { test: (value) => Array.isArray(value) && value.length === size, expand: false };
    }
    case '$mod':
      return modTest(operand);
    case '$all':
      return allTest(operand, compileFilter);
    case '$elemMatch':
      return elemMatchTest(operand, compileFilter);
    case '$not':
      return notTest(operand, compileFilter);
    default:
      throw mongoError('BadValue', `unknown operator: ${name}`);
  }
}

function equalityTest(operand: Value): FieldTest {
  if (!(operand instanceof Regex)) return exactTest(operand);
  const pattern = regexTest(operand, undefined);
  return {
    ...pattern,
    test: (value) => pattern.test(value) || (value instanceof Regex && valuesEqual(value, operand)),
  };
}

function exactTest(operand: Value): FieldTest {
  if (operand instanceof Sentinel && operand.kind === 'undefined') {
    throw mongoError('BadValue', 'cannot compare to undefined');
  }
  const test: Test =
    typeof operand === 'string'
      ? (value) => value === operand || (value instanceof SymbolValue && value.name === operand)
      : operand === null
        ? (value) => value === undefined || value === null
        : (value) => value !== undefined && compareValues(value, operand) === 0;
  return { test, expand: true, conjuncts: (path) => [{ path, op: 'eq', value: operand }], exactConjunct: true };
}

const PASSES = {
  $gt: (order: number) => order > 0,
  $gte: (order: number) => order >= 0,
  $lt: (order: number) => order < 0,
  $lte: (order: number) => order <= 0,
};
const BOUND_NAMES = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

/** Only values of the operand's own type are compared, save with MinKey and MaxKey. */
function comparisonTest(name: keyof typeof PASSES, operand: Value): FieldTest {
  if (operand instanceof Regex) throw mongoError('BadValue', `Can't have RegEx as arg to predicate over field.`);
  if (operand instanceof Sentinel && operand.kind === 'undefined') {
    throw mongoError('BadValue', 'cannot compare to undefined');
  }
  const passes = PASSES[name];
  if (operand instanceof Sentinel) return { test: (value) => passes(compareValues(value, operand)), expand: true };
  const rank = typeRank(operand);
  const operandIsNaN = rank === 10 && Number.isNaN(numberValue(operand));
  const test: Test = (value) => {
    if (typeRank(value) !== rank) return false;
    if (rank === 10 && value !== undefined && (operandIsNaN || Number.isNaN(numberValue(value)))) {
      return (name === '$gte' || name === '$lte') && compareValues(value, operand) === 0;
    }
    return passes(compareValues(value, operand));
  };
  const servable = rank !== 5 && rank !== 25 && !operandIsNaN;
  return {
    test,
    expand: true,
    conjuncts: servable ? (path) => [{ path, op: BOUND_NAMES[name], value: operand }] : undefined,
    exactConjunct: servable,
  };
}

function inTest(name: string, operand: Value): FieldTest {
  if (!Array.isArray(operand)) throw mongoError('BadValue', `${name} needs an array`);
  if (operand.some((item) => isOperatorDocument(item))) throw mongoError('BadValue', `cannot nest $ under ${name}`);
  const patterns = operand.filter((item) => item instanceof Regex).map(equalityTest);
  const values = operand.filter((item) => !(item instanceof Regex));
  const identities = new Set(values.map(identityOf));
  const matchesNull = values.some((item) => item === null);
  return {
    test: (value) =>
      (value === undefined ? matchesNull : identities.has(identityOf(value))) ||
      patterns.some((pattern) => pattern.test(value)),
    expand: true,
    conjuncts: patterns.length > 0 ? undefined : (path) => [{ path, op: 'in', values }],
    exactConjunct: patterns.length === 0,
  };
}

function regexTest(operand: Value, options: Value | undefined): FieldTest {
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

function typeTest(operand: Value): FieldTest {
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
    if (operand in TYPE_NUMBERS) return operand;
    throw mongoError('BadValue', `Unknown type name alias: ${operand}`);
  }
  if (!isNumber(operand)) throw mongoError('TypeMismatch', 'type must be represented as a number or a string');
  const found = Object.entries(TYPE_NUMBERS).find(([, number]) => number === numberValue(operand));
  if (found === undefined) throw mongoError('BadValue', `Invalid numerical type code: ${numberValue(operand)}`);
  return found[0];
}

function modTest(operand: Value): FieldTest {
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

function allTest(operand: Value, compileFilter: CompileFilter): FieldTest {
  if (!Array.isArray(operand)) throw mongoError('BadValue', '$all needs an array');
  const tests = operand.map((item) =>
    item instanceof Map && item.has('$elemMatch')
      ? operatorTest('$elemMatch', item.get('$elemMatch') ?? null, compileFilter)
      : equalityTest(item),
  );
  const [first] = tests;
  const passes = (value: Value | undefined): boolean => tests.length > 0 && tests.every((test) => holds(test, value));
  return {
    test: passes,
    expand: false,
    conjuncts: first?.conjuncts,
    onPath: (path) => {
      const predicates = tests.map((test) => predicateFor(path, test));
      return (document) => predicates.length > 0 && predicates.every((predicate) => predicate(document));
    },
  };
}

function elemMatchTest(operand: Value, compileFilter: CompileFilter): FieldTest {
  if (!(operand instanceof Map)) throw mongoError('BadValue', '$elemMatch needs an Object');
  const [first] = operand.keys();
  if (isOperatorDocument(operand) && first !== '$and' && first !== '$or' && first !== '$nor' && first !== '$expr') {
    const tests = operatorTests(operand, compileFilter);
    const passes = (item: Value): boolean => tests.every((test) => holds(test, item));
    return { test: (value) => Array.isArray(value) && value.some(passes), expand: false };
  }
  const filter = compileFilter(operand);
  return {
    test: (value) =>
      Array.isArray(value) &&
      value.some((item) =>
        item instanceof Map ? filter.matches(item) : Array.isArray(item) && filter.matches(asDocument(item)),
      ),
    expand: false,
  };
}

function asDocument(items: readonly Value[]): Document {
  return new Map(items.map((item, i) => [String(i), item]));
}

function notTest(operand: Value, compileFilter: CompileFilter): FieldTest {
  if (operand instanceof Regex)
    return { ...regexTest(operand, undefined), negated: true, conjuncts: undefined, exactConjunct: false };
  if (!(operand instanceof Map)) throw mongoError('BadValue', '$not needs a regex or a document');
  if (!isOperatorDocument(operand)) {
    throw mongoError('BadValue', `$not needs operators, not ${describeValue(operand)}`);
  }
  const tests = operatorTests(operand, compileFilter);
  return {
    test: (value) => tests.every((test) => holds(test, value)),
    expand: false,
    negated: true,
    onPath: (path) => {
      const predicates = tests.map((test) => predicateFor(path, test));
      return (document) => !predicates.every((predicate) => predicate(document));
    },
  };
}

/** Whether one value, standing for the end of a path, meets a test. */
function holds({ test, expand, negated }: FieldTest, value: Value | undefined): boolean {
  const passed = (expand && Array.isArray(value) && value.some(test)) || test(value);
  return passed !== (negated === true);
}
