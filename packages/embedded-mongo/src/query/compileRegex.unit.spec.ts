import { compileRegex, literalPrefix } from './compileRegex.ts';

describe('patterns', () => {
  it('accept the options of PCRE', () => {
    expect(compileRegex('^b', 'm').test('a\nb')).toBe(true);
    expect(compileRegex('a.b', 's').test('a\nb')).toBe(true);
    expect(compileRegex('a b # note\n c', 'x').test('abc')).toBe(true);
    expect(compileRegex('(?i)abc', '').test('ABC')).toBe(true);
    expect(compileRegex('^.$', '').test('😀')).toBe(true);
    expect(compileRegex('\\-', '').test('-')).toBe(true);
  });

  it('are refused when they are invalid', () => {
    expect(() => compileRegex('(', '')).toThrow(expect.objectContaining({ code: 51091 }));
    expect(() => compileRegex('a', 'q')).toThrow(expect.objectContaining({ code: 51108 }));
  });

  it('keep their PCRE meaning where JavaScript differs', () => {
    expect(compileRegex('\\Aab\\z', '').test('ab')).toBe(true);
    expect(compileRegex('\\Aab\\z', '').test('xab')).toBe(false);
    expect(compileRegex('[[:digit:]]+$', '').test('a12')).toBe(true);
    expect(compileRegex('a(?i)b', '').test('aB')).toBe(true);
  });

  it('are answered even when a backtracking engine would never finish', () => {
    const text = `${'a'.repeat(50_000)}b`;
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '(a*)*c', 'a*a*a*a*a*c', '^(a?){30}a{30}c', 'a+c', '(.*)*x(.*)*y']) {
      expect(compileRegex(pattern, '').test(text)).toBe(false);
    }
  });

  it('run within a limit when they need backtracking', () => {
    expect(compileRegex('^(?=.*b)a', '').test('aab')).toBe(true);
    expect(compileRegex('(a)\\1', '').test('aa')).toBe(true);
    expect(() => compileRegex('^(?=a)(a+)+$', '').test(`${'a'.repeat(60)}b`)).toThrow(
      expect.objectContaining({ code: 51156 }),
    );
  });

  it.each([
    ['^run-1', '', 'run-1'],
    ['^run-1*', '', 'run-'],
    ['^run.x', '', 'run'],
    ['^a?', '', undefined],
    ['run', '', undefined],
    ['^run', 'i', undefined],
    ['^a|b', '', undefined],
  ])('%s /%s begin with %s', (pattern, options, prefix) => {
    expect(literalPrefix(pattern, options)).toBe(prefix);
  });
});
