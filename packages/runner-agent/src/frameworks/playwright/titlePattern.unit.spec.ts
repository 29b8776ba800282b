import { titlePattern } from './titlePattern.ts';

describe('the pattern that selects tests by their titles', () => {
  // As Playwright joins them: project, file, titles, tags.
  const fits = (names: string[], text: string) => new RegExp(titlePattern(names)).test(text);

  it('matches the whole titles of a test, whatever characters they contain', () => {
    expect(fits(['cart › adds (twice) $5.00'], 'desk cart.spec.ts cart adds (twice) $5.00')).toBe(true);
    expect(fits(['cart › adds'], 'desk cart.spec.ts cart adds nothing')).toBe(false);
    expect(fits(['a › b'], ' kinds.spec.ts a › b')).toBe(true);
  });

  it('matches tests with tags, of several projects, and with the same name', () => {
    expect(fits(['adds [phone]'], 'phone cart.spec.ts adds @smoke @fast')).toBe(true);
    expect(fits(['adds #2'], ' cart.spec.ts adds')).toBe(true);
    expect(fits(['takes [a list]'], ' cart.spec.ts takes [a list]')).toBe(true);
  });
});
