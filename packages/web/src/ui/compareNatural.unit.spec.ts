import { compareNatural } from './compareNatural.ts';

describe('the natural order', () => {
  it('has numbers by value, and everything else by code points', () => {
    const names = ['test10', 'test2', 'Test1', 'test', 'test02b', 'test2a', 'a/10/b', 'a/9/c'];
    expect(names.sort(compareNatural)).toEqual([
      'Test1',
      'a/9/c',
      'a/10/b',
      'test',
      'test2',
      'test2a',
      'test02b',
      'test10',
    ]);
  });

  it('tells texts apart whose numbers are equal', () => {
    expect(compareNatural('v1', 'v1')).toBe(0);
    expect(Math.sign(compareNatural('v01', 'v1'))).toBe(-1);
    expect(Math.sign(compareNatural('v1', 'v01'))).toBe(1);
  });
});
