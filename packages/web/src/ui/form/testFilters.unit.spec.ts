import { normalizeFilters } from './testFilters.ts';

describe('test filters', () => {
  it("that match no known test's name get the prefix 'Regex: ', once", () => {
    const known = new Set(['pays by card']);
    expect(normalizeFilters(['pays by card', 'pays.*', 'Regex: pays.*', '  '], known)).toEqual([
      'pays by card',
      'Regex: pays.*',
    ]);
  });
});
