import { readFileSync } from 'node:fs';
import { describeSubset, subsetPage } from './describeSubset.ts';
import { documentOf, type Value } from './src/bson/values.ts';
import { compileFilter, logicalOperators } from './src/query/compileFilter.ts';
import { fieldOperators } from './src/query/fieldPredicates.ts';

describe('the page about the embedded document store', () => {
  it('is up to date', () => {
    expect(readFileSync(subsetPage, 'utf8')).toBe(describeSubset());
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
    for (const name of fieldOperators) {
      const operand =
        name === '$options' ? documentOf({ $regex: 'a', $options: 'i' }) : documentOf({ [name]: operands[name] ?? 1 });
      expect(() => compileFilter(documentOf({ field: operand }))).not.toThrow();
    }
    for (const name of logicalOperators) {
      const operand = name === '$expr' || name === '$comment' ? 'x' : [documentOf({ a: 1 })];
      expect(() => compileFilter(documentOf({ [name]: operand }))).not.toThrow();
    }
  });
});
