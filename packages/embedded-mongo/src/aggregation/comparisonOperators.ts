import { compareValues } from '../bson/compareValues.ts';
import { int32 } from '../bson/values.ts';
import type { OperatorCompiler } from './expression.ts';
import { onValues } from './operands.ts';

function comparison(passes: (order: number) => boolean): OperatorCompiler {
  return onValues(2, 2, ([a, b]) => passes(compareExpressionValues(a, b)));
}

/** In expressions, a missing value is less than null. */
function compareExpressionValues(
  a: Parameters<typeof compareValues>[0],
  b: Parameters<typeof compareValues>[1],
): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
  }
  return compareValues(a, b);
}

export const comparisonOperators: Readonly<Record<string, OperatorCompiler>> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: onValues(2, 2, ([a, b]) => int32(Math.sign(compareExpressionValues(a, b)))),
};
