import { newToken } from './secretToken.ts';

describe('a new token', () => {
  it('can follow a command-line option: it does not look like one', () => {
    const tokens = Array.from({ length: 3_000 }, newToken);
    expect(tokens.filter((token) => !/^[\w][\w-]{42}$/.test(token))).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
