import { TestId } from '@assay/contract';
import { testIdOf } from '@assay/junit';
import { Value } from 'typebox/value';
import { identifyTests } from './testIdentity.ts';

describe('the identity of a test', () => {
  it('is always the same for the same file and name', () => {
    expect(testIdOf('features/cart.feature', 'Adding an article')).toBe('NFxwAV7S3e2UGXGt');
  });

  it('differs when file or name differ, even if their concatenation is the same', () => {
    const ids = [testIdOf('a', 'b'), testIdOf('a', 'c'), testIdOf('ab', ''), testIdOf('', 'ab')];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is an id as the contract requires it', () => {
    const ids = Array.from({ length: 200 }, (_, index) => testIdOf('file', `test ${index}`));
    expect(ids.every((id) => Value.Check(TestId, id))).toBe(true);
  });

  it('numbers tests with the same file and name in their order, and no others', () => {
    const found = ['t', 'u', 't', 't'].map((name, index) => ({
      key: `${index}`,
      file: 'f',
      name,
      line: index,
      tags: [],
    }));
    const listed = identifyTests(found);
    expect(listed.map(({ name }) => name)).toEqual(['t', 'u', 't #2', 't #3']);
    expect(new Set(listed.map(({ testId }) => testId)).size).toBe(4);
  });

  it('never uses a number that is part of an existing name', () => {
    const found = ['t', 't #2', 't'].map((name, index) => ({ key: `${index}`, file: 'f', name, line: null, tags: [] }));
    expect(identifyTests(found).map(({ name }) => name)).toEqual(['t', 't #2', 't #3']);
  });

  it('names a test without a name by its file and line', () => {
    const lines = [3, 7, null];
    const found = lines.map((line) => ({ key: `${line}`, file: 'specs/cart.js', name: ' ', line, tags: [] }));
    const names = identifyTests(found).map(({ name }) => name);
    expect(names).toEqual(['specs/cart.js:3', 'specs/cart.js:7', 'specs/cart.js']);
  });

  it('includes a short key for tests of one file that belong together, and for no others', () => {
    const long = 'x'.repeat(3_000);
    const groups = [long, long, 'alone', null, undefined, `${long}y`, `${long}y`];
    const found = groups.map((together, index) => ({
      key: `${index}`,
      file: 'f',
      name: `t${index}`,
      line: null,
      tags: [],
      ...(together === undefined ? {} : { together }),
    }));
    const elsewhere = { ...found[0], key: '7', file: 'g', name: 't', line: null, tags: [] };
    const keys = identifyTests([...found, elsewhere]).map(({ together }) => together);
    expect(keys).toEqual([keys[0], keys[0], undefined, undefined, undefined, keys[5], keys[5], undefined]);
    expect(new Set([keys[0], keys[5]]).size).toBe(2);
    expect(keys[0]?.length).toBeLessThan(40);
  });
});
