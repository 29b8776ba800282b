import { compileRegex, literalPrefix } from './compileRegex.ts';

describe('patterns', () => {
  it('take the options of PCRE', () => {
    expect(compileRegex('^b', 'm').test('a\nb')).toBe(true);
    expect(compileRegex('a.b', 's').test('a\nb')).toBe(true);
    expect(compileRegex('a b # note\n c', 'x').test('abc')).toBe(true);
    expect(compileRegex('(?i)abc', '').test('ABC')).toBe(true);
    expect(compileRegex('^.$', '').test('😀')).toBe(true);
    expect(compileRegex('\\-', '').test('-')).toBe(true);
  });

  it('are refused when they cannot be read', () => {
    expect(() => compileRegex('(', '')).toThrow(expect.objectContaining({ code: 51091 }));
    expect(() => compileRegex('a', 'q')).toThrow(expect.objectContaining({ code: 51108 }));
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
