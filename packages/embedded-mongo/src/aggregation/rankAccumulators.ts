import { compareValues } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { compareSortKeys, parseSort, sortKeyOf } from '../query/sortOrder.ts';
import type { AccumulatorCompiler } from './accumulator.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { isNullish } from './operands.ts';
import { namedOperand } from './statisticsAccumulators.ts';

const emptyDocument: Document = new Map();

/** The `n` of the N variants: a constant positive integer. */
function countOf(name: string, operand: Value | undefined): number {
  const value = operand === undefined ? undefined : compileExpression(operand)(emptyDocument, noVariables);
  const count = isNumber(value) ? numberValue(value) : Number.NaN;
  if (Number.isInteger(count) && count > 0) return count;
  throw locationError(5787908, `'n' must be greater than 0 and a whole number in ${name}`);
}

/** `$top`, `$bottom`: `{ sortBy, output }`; with `n` they return an array of `n` values. */
function ranked(name: string, end: 'top' | 'bottom', many: boolean): AccumulatorCompiler {
  return (operand) => {
    const spec = namedOperand(name, operand, many ? ['n', 'sortBy', 'output'] : ['sortBy', 'output']);
    const sortBy = spec.get('sortBy');
    if (!(sortBy instanceof Map)) throw locationError(5788604, `${name} expects 'sortBy' to be an object`);
    const fields = parseSort(sortBy, undefined);
    const output = compileExpression(spec.get('output') ?? null);
    const count = many ? countOf(name, spec.get('n')) : 1;
    return {
      collects: true,
      valueOf: (document) => [sortKeyOf(document, fields), output(document, noVariables) ?? null],
      start: () => {
        let rows: { key: Value[]; value: Value }[] = [];
        const cut = (): void => {
          rows.sort((a, b) => compareSortKeys(a.key, b.key, fields));
          rows = end === 'top' ? rows.slice(0, count) : rows.slice(-count);
        };
        return {
          add: (row) => {
            if (!Array.isArray(row) || !Array.isArray(row[0])) return;
            rows.push({ key: row[0], value: row[1] ?? null });
            if (rows.length > count * 2 + 100) cut();
          },
          result: () => {
            cut();
            const values = rows.map(({ value }) => value);
            return many ? values : (values[0] ?? null);
          },
        };
      },
    };
  };
}

/** `$firstN`, `$lastN`: `{ input, n }` in order of arrival; a missing value counts as null. */
function arrived(name: string, end: 'first' | 'last'): AccumulatorCompiler {
  return (operand) => {
    const { input, count } = inputAndCount(name, operand);
    return {
      collects: true,
      valueOf: (document) => input(document, noVariables) ?? null,
      start: () => {
        const values: Value[] = [];
        return {
          add: (value) => {
            if (end === 'first' && values.length === count) return;
            values.push(value ?? null);
            if (values.length > count) values.shift();
          },
          result: () => values,
        };
      },
    };
  };
}

/** `$minN`, `$maxN`: `{ input, n }`; null and missing values are ignored. */
function extremes(name: string, sign: 1 | -1): AccumulatorCompiler {
  return (operand) => {
    const { input, count } = inputAndCount(name, operand);
    return {
      collects: true,
      valueOf: (document) => input(document, noVariables),
      start: () => {
        let values: Value[] = [];
        const cut = (): void => {
          values.sort((a, b) => sign * compareValues(a, b));
          values = values.slice(0, count);
        };
        return {
          add: (value) => {
            if (isNullish(value)) return;
            values.push(value);
            if (values.length > count * 2 + 100) cut();
          },
          result: () => {
            cut();
            return values;
          },
        };
      },
    };
  };
}

function inputAndCount(name: string, operand: Value): { input: ReturnType<typeof compileExpression>; count: number } {
  const spec = namedOperand(name, operand, ['input', 'n']);
  return { input: compileExpression(spec.get('input') ?? null), count: countOf(name, spec.get('n')) };
}

export const rankAccumulators: Readonly<Record<string, AccumulatorCompiler>> = {
  $top: ranked('$top', 'top', false),
  $topN: ranked('$topN', 'top', true),
  $bottom: ranked('$bottom', 'bottom', false),
  $bottomN: ranked('$bottomN', 'bottom', true),
  $firstN: arrived('$firstN', 'first'),
  $lastN: arrived('$lastN', 'last'),
  $minN: extremes('$minN', 1),
  $maxN: extremes('$maxN', -1),
};
