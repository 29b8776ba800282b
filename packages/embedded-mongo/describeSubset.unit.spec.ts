import { readFileSync } from 'node:fs';
import { describeSubset, SUBSET_PAGE } from './describeSubset.ts';
import { documentOf, type Value } from './src/bson/values.ts';
import { compileFilter, LOGICAL_OPERATORS } from './src/query/compileFilter.ts';
import { FIELD_OPERATORS } from './src/query/fieldPredicates.ts';

describe('the page on the embedded document store', () => {
  it('is up to date', () => {
    expect(readFileSync(SUBSET_PAGE, 'utf8')).toBe(describeSubset());
  });

  it('lists only query operators that are understood', () => {
    const operands: Record<string, Value> = {
      $in: [1],
      $nin: [1],
      $not: documentOf({ $gt: 1 }),
      $type: 'string',
      $regex: 'a',
      $all: [1],
      $elemMatch: documentOf({ $gt: 1 }),
      $size: 1,
      $mod: [2, 1],
    };
    for (const name of FIELD_OPERATORS) {
      const operand =
        name === '$options' ? documentOf({ $regex: 'a', $options: 'i' }) : documentOf({ [name]: operands[name] ?? 1 });
      expect(() => compileFilter(documentOf({ field: operand }))).not.toThrow();
    }
    for (const name of LOGICAL_OPERATORS) {
      const operand = name === '$expr' || name === '$comment' ? 'x' : [documentOf({ a: 1 })];
      expect(() => compileFilter(documentOf({ [name]: operand }))).not.toThrow();
    }
  });
});
