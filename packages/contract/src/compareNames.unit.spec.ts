import { byName, compareNames } from './compareNames.ts';

describe('the order of names', () => {
  it('disregards case and accents, and has numbers by value', () => {
    const names = ['web', 'Émile', 'API 10', 'Zulu', 'api 2', 'Web', 'eva'];
    expect(names.toSorted(compareNames)).toEqual(['api 2', 'API 10', 'Émile', 'eva', 'Web', 'web', 'Zulu']);
  });

  it('is the same whatever the order before', () => {
    expect([{ name: 'a' }, { name: 'A' }].sort(byName)).toEqual([{ name: 'A' }, { name: 'a' }]);
  });
});
