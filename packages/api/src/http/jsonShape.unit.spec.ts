import { exceeds } from './jsonShape.ts';

const anyNumber = Number.MAX_SAFE_INTEGER;

describe('the depth of JSON', () => {
  const isDeeper = (json: string, depth: number) => exceeds(json, { depth, values: anyNumber }) === 'depth';

  it.each([
    ['[]', 1],
    ['[{"a":[1]}]', 3],
    ['[[],[],[[]]]', 3],
    ['{"brackets":"[[[[","escaped":"\\"[[[[","backslash":"\\\\"}', 1],
    ['["\\\\",[2]]', 2],
  ])('of %s is %i', (json, depth) => {
    expect(isDeeper(json, depth)).toBe(false);
    expect(isDeeper(json, depth - 1)).toBe(true);
  });

  it('is found in text that is no JSON', () => {
    expect(isDeeper('['.repeat(1_000_000), 32)).toBe(true);
    expect(isDeeper(']'.repeat(100), 0)).toBe(false);
    expect(isDeeper('"[[[[', 0)).toBe(false);
  });
});

describe('the values of JSON', () => {
  const areMore = (json: string, values: number) => exceeds(json, { depth: anyNumber, values }) === 'values';

  it.each([
    ['1', 1],
    ['[1,2,3]', 3],
    ['{"a":1,"b":[2,3]}', 3],
    ['{"commas":",,,","escaped":"\\",,"}', 2],
  ])('of %s are %i', (json, values) => {
    expect(areMore(json, values)).toBe(false);
    expect(areMore(json, values - 1)).toBe(values > 1);
  });
});
