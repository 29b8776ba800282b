import { dynamicEnvironmentKey, unknownPlaceholders } from './dynamicEnvironment.ts';

describe('a dynamic environment', () => {
  it('is named by what is run, as a key', () => {
    const key = (text: string) => dynamicEnvironmentKey(text, { branch: 'feature/Cart 2', build: null });
    expect(key('review-{branch}')).toBe('review-feature-Cart-2');
    expect(key('staging')).toBe('staging');
    expect(key('{build}-review')).toBe('review');
  });

  it('knows which names in braces mean something', () => {
    expect(unknownPlaceholders('{branch}-{build}')).toEqual([]);
    expect(unknownPlaceholders('{branch}-{pr}')).toEqual(['pr']);
  });
});
