import { canonicalJson } from './canonicalJson.ts';

describe('canonical JSON', () => {
  it('has properties in the order of their code units, also where they look like numbers', () => {
    expect(canonicalJson({ b: 1, 9: null, a: { d: 'ä', c: [true, { f: 1.5, e: [] }] }, 10: 0 })).toBe(
      '{"10":0,"9":null,"a":{"c":[true,{"e":[],"f":1.5}],"d":"ä"},"b":1}',
    );
  });

  it('leaves out what is undefined, and is read back as the same value', () => {
    const value = { text: 'a "quoted"\nline', list: [null, 'x'], nothing: null };
    expect(canonicalJson({ ...value, missing: undefined })).toBe(canonicalJson(value));
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
  });
});
