import type { ProjectSettings, TestingFramework } from '../projects/projectViews.ts';
import type { TestSuiteType } from './testSuiteTypes.ts';

/** The kind of a suite's tests, derived from its type, tags, name and project. */
export const testSuiteClasses = ['UNIT', 'INTEGRATION', 'END_TO_END', 'UNKNOWN'] as const;
export type TestSuiteClass = (typeof testSuiteClasses)[number];

const classOfType: Partial<Record<TestSuiteType, TestSuiteClass>> = {
  Unit: 'UNIT',
  Integration: 'INTEGRATION',
  EndToEnd: 'END_TO_END',
};

const words: readonly (readonly [TestSuiteClass, RegExp])[] = [
  ['UNIT', /\bunit(?:s|tests?)?\b/],
  ['INTEGRATION', /\bintegration(?:s|tests?)?\b/],
  ['END_TO_END', /\b(?:e2e|end ?to ?end)(?:tests?)?\b/],
];

/** Their tests drive a browser through the whole product. Others run tests of every kind. */
const browserFrameworks: readonly TestingFramework[] = ['Cypress', 'NightWatch', 'Playwright', 'WebDriverIO'];

/**
 * Derives the kind of a suite, most certain source first:
 * 1. its type, if that is one of the three kinds, because a person chose it;
 * 2. the tags that it includes, such as `@integration` or `e2e`;
 * 3. its name, such as 'Unit tests';
 * 4. the project, if its framework drives browsers or its tests use Selenium.
 *
 * The first source that names a kind decides. If it names several, or none names any, the suite is UNKNOWN.
 */
export function classifyTestSuite(
  { type, name, includeTags }: { type: TestSuiteType; name: string; includeTags: readonly string[] },
  project: Pick<ProjectSettings, 'testingFramework' | 'usingSelenium'> | null,
): TestSuiteClass {
  const chosen = classOfType[type];
  if (chosen) return chosen;
  for (const named of [kindsIn(includeTags), kindsIn([name])]) {
    if (named.length > 0) return named.length === 1 && named[0] ? named[0] : 'UNKNOWN';
  }
  if (project === null) return 'UNKNOWN';
  const drivesBrowsers = browserFrameworks.includes(project.testingFramework) || project.usingSelenium === true;
  return drivesBrowsers ? 'END_TO_END' : 'UNKNOWN';
}

function kindsIn(texts: readonly string[]): TestSuiteClass[] {
  // 'endToEnd', 'end-to-end' and 'END_TO_END' are the same words.
  const spoken = texts.map((text) =>
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .toLowerCase(),
  );
  return words.flatMap(([kind, pattern]) => (spoken.some((text) => pattern.test(text)) ? [kind] : []));
}
