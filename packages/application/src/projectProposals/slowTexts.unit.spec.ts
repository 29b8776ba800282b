import { manifest, npmLock, proposalsOf } from '../../test/proposedFor.ts';

/** A fortieth of what is read of a file: what grows with the square of a text takes hours for all of it. */
const length = 200 * 1024;
const filled = (text: string) => text.repeat(Math.ceil(length / text.length));

const withPlaywright = {
  'package.json': manifest({ '@playwright/test': '^1.60.0' }, { test: 'playwright test' }),
  'package-lock.json': npmLock('@playwright/test', '1.65.0'),
  'playwright.config.ts': 'export default {};',
};
const pom =
  '<project><dependency><groupId>org.testng</groupId><artifactId>testng</artifactId><version>7.9.0</version></dependency></project>';

describe('texts of a repository that are slow to search', () => {
  it.each<[string, Record<string, string>]>([
    ['Playwright: names of calls', { ...withPlaywright, 'e2e/a.spec.ts': filled('test.') }],
    ['Playwright: lists of tags', { ...withPlaywright, 'e2e/a.spec.ts': filled('tag:[') }],
    [
      'PyTest: optional dependencies',
      {
        'pyproject.toml': `[project]\nname = "a"\n[project.optional-dependencies]\n${filled('a=[\n')}`,
        'test_a.py': '',
      },
    ],
    [
      'TestNG: groups',
      {
        'pom.xml': pom,
        'src/test/java/shop/ATest.java': `import org.testng.annotations.Test;\npackage shop;\n${filled('groups={')}`,
      },
    ],
  ])('%s do not hold up the service', (_, files) => {
    const began = performance.now();
    proposalsOf(files);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
