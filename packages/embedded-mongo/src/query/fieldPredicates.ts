import type { TextOrder } from '../bson/compareValues.ts';
import { type Document, Regex, type Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { someAtPath } from './documentPath.ts';
import { type Conjunct, type FieldTest, isOperatorDocument } from './fieldTest.ts';
import type { Filter } from './filter.ts';
import { integerOperand, isNumber, numberValue } from './numberOperand.ts';
import { comparisonTest, equalityTest, exactTest, inTest, modTest, regexTest, typeTest } from './valueTests.ts';

/** How the operators of a field compare text and compile the filters inside them. */
type Compiling = {
  compileFilter: (source: Document, collation: TextOrder | undefined) => Filter;
  collation: TextOrder | undefined;
};

type FieldFilter = {
  matches(document: Document): boolean;
  conjuncts: Conjunct[];
  /** The conjuncts cover the whole condition. */
  complete: boolean;
};

export const fieldOperators = [
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
export function compileField(field: string, operand: Value, compiling: Compiling): FieldFilter {
  const path = field.split('.');
  const tests = isOperatorDocument(operand)
    ? operatorTests(operand, compiling)
    : [equalityTest(operand, compiling.collation)];
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

function operatorTests(operators: Document, compiling: Compiling): FieldTest[] {
  const tests: FieldTest[] = [];
  for (const [name, operand] of operators) {
    if (name === '$options') {
      if (!operators.has('$regex')) throw mongoError('BadValue', '$options needs a $regex');
    } else if (name === '$regex') tests.push(regexTest(operand, operators.get('$options')));
    else tests.push(operatorTest(name, operand, compiling));
  }
  return tests;
}

function operatorTest(name: string, operand: Value, compiling: Compiling): FieldTest {
  const { collation } = compiling;
  switch (name) {
    case '$eq':
      return operand instanceof Regex ? exactTest(operand, collation) : equalityTest(operand, collation);
    case '$ne':
      if (operand instanceof Regex) throw mongoError('BadValue', "Can't have regex as arg to $ne.");
      return { ...exactTest(operand, collation), negated: true, conjuncts: undefined, exactConjunct: false };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparisonTest(name, operand, collation);
    case '$in':
      return inTest(name, operand, collation);
    case '$nin':
      return { ...inTest(name, operand, collation), negated: true, conjuncts: undefined, exactConjunct: false };
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
      return allTest(operand, compiling);
    case '$elemMatch':
      return elemMatchTest(operand, compiling);
    case '$not':
      return notTest(operand, compiling);
    default:
      throw mongoError('BadValue', `unknown operator: ${name}`);
  }
}

function allTest(operand: Value, compiling: Compiling): FieldTest {
  if (!Array.isArray(operand)) throw mongoError('BadValue', '$all needs an array');
  const tests = operand.map((item) =>
    item instanceof Map && item.has('$elemMatch')
      ? operatorTest('$elemMatch', item.get('$elemMatch') ?? null, compiling)
      : equalityTest(item, compiling.collation),
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

function elemMatchTest(operand: Value, compiling: Compiling): FieldTest {
  if (!(operand instanceof Map)) throw mongoError('BadValue', '$elemMatch needs an Object');
  const [first] = operand.keys();
  if (isOperatorDocument(operand) && first !== '$and' && first !== '$or' && first !== '$nor' && first !== '$expr') {
    const tests = operatorTests(operand, compiling);
    const passes = (item: Value): boolean => tests.every((test) => holds(test, item));
    return { test: (value) => Array.isArray(value) && value.some(passes), expand: false };
  }
  const filter = compiling.compileFilter(operand, compiling.collation);
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

function notTest(operand: Value, compiling: Compiling): FieldTest {
  if (operand instanceof Regex)
    return { ...regexTest(operand, undefined), negated: true, conjuncts: undefined, exactConjunct: false };
  if (!(operand instanceof Map)) throw mongoError('BadValue', '$not needs a regex or a document');
  if (!isOperatorDocument(operand)) {
    throw mongoError('BadValue', `$not needs operators, not ${describeValue(operand)}`);
  }
  const tests = operatorTests(operand, compiling);
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

/** Whether a value meets a test as a whole, as inside $elemMatch. */
function holds({ test, negated }: FieldTest, value: Value | undefined): boolean {
  return test(value) !== (negated === true);
}
