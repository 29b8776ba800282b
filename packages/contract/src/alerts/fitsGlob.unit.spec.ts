import { fitsGlob } from './fitsGlob.ts';

describe('a glob', () => {
  it.each([
    ['main', 'main'],
    ['release/2.1', 'release/*'],
    ['release/2.1/fix', 'release/*'],
    ['feature/cart', '*cart'],
    ['a.b', 'a.b'],
    ['abcab', '*ab'],
    ['', '*'],
    ['main', '**'],
  ])('fits %s: %s', (text, pattern) => {
    expect(fitsGlob(text, pattern)).toBe(true);
  });

  it.each([
    ['main2', 'main'],
    ['axb', 'a.b'],
    ['release', 'release/*'],
    ['main', ''],
    ['carts', '*cart'],
  ])('does not fit %s: %s', (text, pattern) => {
    expect(fitsGlob(text, pattern)).toBe(false);
  });

  it('is matched quickly, whatever it is', () => {
    expect(fitsGlob('a'.repeat(250), `${'*a'.repeat(120)}b`)).toBe(false);
  });
});
