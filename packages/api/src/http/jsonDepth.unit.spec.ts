import { isNestedDeeper } from './jsonDepth.ts';

describe('the depth of JSON', () => {
  it.each([
    ['[]', 1],
    ['[{"a":[1]}]', 3],
    ['[[],[],[[]]]', 3],
    ['{"brackets":"[[[[","escaped":"\\"[[[[","backslash":"\\\\"}', 1],
    ['["\\\\",[2]]', 2],
  ])('of %s is %i', (json, depth) => {
    expect(isNestedDeeper(json, depth)).toBe(false);
    expect(isNestedDeeper(json, depth - 1)).toBe(true);
  });

  it('is found in text that is no JSON', () => {
    expect(isNestedDeeper('['.repeat(1_000_000), 32)).toBe(true);
    expect(isNestedDeeper(']'.repeat(100), 0)).toBe(false);
    expect(isNestedDeeper('"[[[[', 0)).toBe(false);
  });
});
