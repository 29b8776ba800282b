import { classifyTestSuite } from './classifyTestSuite.ts';

const suite = { type: 'Other' as const, name: 'Checkout', includeTags: [] as string[] };
const kindOf = (changed: Partial<Parameters<typeof classifyTestSuite>[0]>, framework: 'TestNG' | 'Playwright' | null) =>
  classifyTestSuite({ ...suite, ...changed }, framework && { testingFramework: framework, usingSelenium: null });

describe('the kind of a suite', () => {
  it('is its type if a person chose one, whatever else there is', () => {
    const others = { includeTags: ['@e2e'], name: 'Integration tests' };
    expect(kindOf({ ...others, type: 'Unit' }, 'Playwright')).toBe('UNIT');
    expect(kindOf({ ...others, type: 'Integration' }, 'TestNG')).toBe('INTEGRATION');
    expect(kindOf({ ...others, type: 'EndToEnd' }, null)).toBe('END_TO_END');
  });

  it.each([
    ['UNIT', '@unit'],
    ['UNIT', 'unitTests'],
    ['UNIT', 'unit-test'],
    ['INTEGRATION', '@Integration'],
    ['INTEGRATION', 'slow:integration'],
    ['END_TO_END', '@e2e'],
    ['END_TO_END', 'endToEnd'],
    ['END_TO_END', 'END_TO_END'],
    ['END_TO_END', 'end-to-end tests'],
  ] as const)('is %s by the tag or name %s', (kind, text) => {
    expect(kindOf({ includeTags: ['@smoke', text] }, 'TestNG')).toBe(kind);
    expect(kindOf({ name: text, includeTags: ['@smoke'] }, 'TestNG')).toBe(kind);
  });

  it('comes from its tags before its name, and from its name before its framework', () => {
    expect(kindOf({ includeTags: ['@integration'], name: 'e2e' }, 'Playwright')).toBe('INTEGRATION');
    expect(kindOf({ name: 'Component unit tests' }, 'Playwright')).toBe('UNIT');
  });

  it('is end to end if the framework drives browsers and nothing else is known', () => {
    expect(kindOf({ type: 'Smoke' }, 'Playwright')).toBe('END_TO_END');
  });

  it('is end to end if the tests use Selenium, whatever runs them', () => {
    const kindWith = (usingSelenium: boolean) =>
      classifyTestSuite(suite, { testingFramework: 'TestNG', usingSelenium });
    expect([kindWith(true), kindWith(false)]).toEqual(['END_TO_END', 'UNKNOWN']);
  });

  it.each([
    ['nothing is known', {}],
    ['words only look alike', { name: 'United community', includeTags: ['disintegration', 'e2elast'] }],
    ['tags name two kinds', { includeTags: ['@unit', '@integration'], name: 'Unit tests' }],
  ])('is unknown if %s', (_, changed) => {
    expect(kindOf(changed, 'TestNG')).toBe('UNKNOWN');
  });

  it('is unknown in a project that is gone', () => {
    expect(kindOf({}, null)).toBe('UNKNOWN');
  });
});
