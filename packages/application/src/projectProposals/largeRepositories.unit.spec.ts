import { proposeProjects } from './proposeProjects.ts';
import { nearest } from './repositoryFiles.ts';
import { wantedFiles } from './wantedFiles.ts';

const paths = 200_000;
const levels = 60;
const folderAt = (level: number) => 'a/'.repeat(level);
const many = (count: number, pathOf: (index: number) => string) => Array.from({ length: count }, (_, at) => pathOf(at));

/** Packages and config files in folders within each other, and all other files below them. */
function nested(names: Readonly<Record<string, string>>, testOf: (index: number) => string) {
  const own = many(levels, folderAt).flatMap((folder) =>
    Object.entries(names).map(([name, text]) => [`${folder}${name}`, text] as const),
  );
  const tests = many(paths - own.length, (index) => `${folderAt(levels)}${testOf(index)}`);
  return { paths: [...own.map(([path]) => path), ...tests], texts: new Map(own) };
}

const frameworks = ['jest', 'vitest', 'mocha', '@playwright/test', 'cypress', '@cucumber/cucumber', 'nightwatch'];
const manifest = JSON.stringify({ dependencies: Object.fromEntries(frameworks.map((name) => [name, '1.0.0'])) });
const configs = ['playwright.config.ts', 'cypress.config.ts', 'wdio.conf.ts', 'nightwatch.conf.js'];

describe('projects of a repository with as many files as are listed', () => {
  // Without a limit of searches, which the next test counts, each of these takes minutes.
  it.each([
    ['packages', nested({ 'package.json': manifest }, (index) => `tests/${index}_test.js`)],
    ['configs', nested(Object.fromEntries(configs.map((name) => [name, ''])), (index) => `tests/${index}.spec.ts`)],
    ['folders of pytest', nested({ 'pytest.ini': '' }, (index) => `test_${index}.py`)],
  ])('are proposed with %s within each other', (_, files) => {
    expect(wantedFiles(files.paths).length).toBeGreaterThan(0);
    expect(proposeProjects(files, 'shop').length).toBeGreaterThan(0);
  });

  it('come from fewer folders than those of a usual one', () => {
    const folders = many(100, String);
    const countIn = (count: number) =>
      nearest({ paths: many(count, String), texts: new Map() }, folders, (each) => each);
    expect(countIn(10_000)).toHaveLength(60);
    expect(countIn(paths)).toHaveLength(10);
  });
});
