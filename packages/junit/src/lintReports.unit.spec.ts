import { readFile } from 'node:fs/promises';
import { readReport } from '../test/readReport.ts';
import { readRealReport } from '../test/realReports.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { TestTitles } from './testTitles.ts';

// Written by ESLint 10.15.0 and Stylelint 17.16.0 for one small project.
const ofEslint = [
  '/home/ci/project/src/broken | org.eslint.unknown | FAIL | Parsing error: Unexpected token ;',
  '/home/ci/project/src/cart | org.eslint.no-var | IGNORED | Unexpected var, use let or const instead.',
  "/home/ci/project/src/cart | org.eslint.no-undef | FAIL | 'price' is not defined.",
  "/home/ci/project/src/cart | org.eslint.no-undef | FAIL | 'tax' is not defined.",
  "/home/ci/project/src/cart | org.eslint.eqeqeq | FAIL | Expected '===' and instead saw '=='.",
  "/home/ci/project/src/cart | org.eslint.unknown | IGNORED | Unused eslint-disable directive (no problems were reported from 'no-empty').",
  '/home/ci/project/src/clean | /home/ci/project/src/clean.js | PASS',
  '/home/ci/project/src/ignored | org.eslint.unknown | IGNORED | File ignored because of a matching ignore pattern. Use "--no-ignore" to disable file ignore settings or use "--no-warn-ignored" to suppress this warning.',
  '/home/ci/project/src/old | org.eslint.no-var | IGNORED | Unexpected var, use let or const instead.',
  '/home/ci/project/src/old | /home/ci/project/src/old.js | PASS',
];
const ofStylelint = [
  '/home/ci/project/styles/broken.css | CssSyntaxError | FAIL | Unclosed block (CssSyntaxError)',
  '/home/ci/project/styles/cart.css | block-no-empty | FAIL | Empty block (block-no-empty)',
  '/home/ci/project/styles/cart.css | block-no-empty | FAIL | Empty block (block-no-empty)',
  '/home/ci/project/styles/cart.css | color-no-invalid-hex | IGNORED | Invalid hex color "#ggg" (color-no-invalid-hex)',
  '/home/ci/project/styles/cart.css | declaration-no-important | FAIL | Disallowed !important (declaration-no-important)',
  '/home/ci/project/styles/clean.css | stylelint.passed | PASS',
  '/home/ci/project/styles/ignored.css | stylelint.passed | IGNORED | the file is ignored',
  '/home/ci/project/styles/old.css | color-no-invalid-hex | IGNORED | Invalid hex color "#ggg" (color-no-invalid-hex)',
  '/home/ci/project/styles/old.css | stylelint.passed | PASS',
  '/home/ci/project/styles/selector.css | parseError | FAIL | Cannot parse selector (Error: Expected an attribute.)',
  '/home/ci/project/styles/wrong.css | no-such-rule | FAIL | Unknown rule no-such-rule.',
  '/home/ci/project/styles/wrong.css | invalidOption | FAIL | Invalid option value "no-such-option" for rule "color-named"',
];

it.each([
  ['ESLint as JSON', 'eslint/results.json', ofEslint],
  ['ESLint as JUnit XML', 'eslint/results.xml', ofEslint],
  ['ESLint as JSON with metadata', 'eslint/with-metadata.json', ofEslint.filter((line) => !line.includes('ignored'))],
  ['Stylelint as JSON', 'stylelint/results.json', ofStylelint],
])('reads findings of %s', async (_, path, expected) => {
  expect(await readRealReport(path)).toMatchObject({ lines: expected, problem: null });
});

it('reads findings of Stylelint as JUnit XML, which takes warnings for failures and leaves out others', async () => {
  const { lines, problem } = await readRealReport('stylelint/results.xml');
  expect(problem).toBeNull();
  const left = ofStylelint
    .filter((line) => !/ \| (?:parseError|invalidOption) \| |old\.css \| color/.test(line))
    .map((line) =>
      line.includes('ignored.css') ? '/home/ci/project/styles/ignored.css | stylelint.passed | PASS' : line,
    );
  expect(lines).toEqual(left);
});

it.each([
  ['ESLint', { filePath: '/p/a.js', messages: [], errorCount: 2 }, '2 errors without a message'],
  [
    'Stylelint',
    { source: '/p/a.css', deprecations: [], invalidOptionWarnings: [], parseErrors: [], errored: true, warnings: [] },
    'the file failed, and the report does not say why',
  ],
])('fails a file that failed for no reason that the report of %s gives', async (_, file, message) => {
  const { cases } = await readReport(JSON.stringify([file]));
  expect(cases.map((each) => [each.name, attemptsOfCase(each).at(-1)?.error])).toEqual([
    ['(outside of any test)', message],
  ]);
});

it('tells where a finding is in its details, and not in its name', async () => {
  const messages = [{ ruleId: 'no-undef', severity: 2, message: 'no x', line: 7, column: 3 }];
  const { cases } = await readReport(JSON.stringify([{ filePath: 'C:\\p\\.a.b.js', messages, errorCount: 1 }]));
  expect(cases).toMatchObject([{ name: 'org.eslint.no-undef', classname: 'C:\\p\\.a.b' }]);
  expect(cases.map((each) => attemptsOfCase(each)[0]?.stackTrace)).toEqual(['line 7, col 3, Error - no x (no-undef)']);
});

it.each([
  ['ESLint', 'eslint'],
  ['Stylelint', 'stylelint'],
])('does not take findings of %s in another project for the same', async (_, folder) => {
  const titlesIn = async (path: string, project: string) => {
    const titles = new TestTitles();
    const content = await readFile(new URL(`../test/reports/${folder}/${path}`, import.meta.url), 'utf8');
    for (const each of (await readReport(content.replaceAll('/home/ci/project', project))).cases) titles.add(each);
    return titles;
  };
  const json = await titlesIn('results.json', '/one');
  expect(json.sharedWith(await titlesIn('results.json', '/one'))).toBe(1);
  expect(json.sharedWith(await titlesIn('results.xml', '/two'))).toBeLessThan(0.3);
});

/** @returns name and status of each case */
async function statusesIn(report: string): Promise<string[]> {
  const { cases } = await readReport(report);
  return cases.map((each) => `${each.name} ${attemptsOfCase(each).at(-1)?.status}`);
}

describe('warnings that a linter does not fail for', () => {
  const oxlint = `<testsuites name="Oxlint" tests="2" failures="1" errors="1">
    <testsuite name="cart.js" tests="2" disabled="0" errors="1" failures="1">
      <testcase name="eslint(eqeqeq)"><failure message="Expected ===">line 1, column 3, Expected ===</failure></testcase>
      <testcase name="eslint(no-debugger)"><error message="no debugger">line 2, column 1, no debugger</error></testcase>
    </testsuite></testsuites>`;
  const biome = (errors: number) => `<testsuites name="Biome" tests="1" failures="1" errors="${errors}" time="0.01">
    <testsuite name="cart.js" tests="1" disabled="0" errors="0" failures="1" package="org.biome">
      <testcase name="org.biome.lint.suspicious.noDoubleEquals" line="1" column="3"><failure message="Using ==">line 1, col 3, Using ==</failure></testcase>
    </testsuite></testsuites>`;
  const textlint = (...severities: readonly string[]) => `TAP version 13
1..1
not ok 1 - cart.md
  ---
  message: 'Found TODO'
  severity: ${severities[0]}
  data:
    line: 3
  messages:
    - message: 'Found TODO'
      severity: ${severities[1]}
  ...
`;

  it.each([
    ['Oxlint, whose failures they are', oxlint, ['eslint(eqeqeq) IGNORED', 'eslint(no-debugger) FAIL']],
    ['Biome without an error', biome(0), ['org.biome.lint.suspicious.noDoubleEquals IGNORED', 'cart.js PASS']],
    ['textlint in TAP', textlint('warning', 'warning'), ['cart.md PASS']],
  ])('are ignored results of %s, and the file passed', async (_linter, report, expected) => {
    expect(await statusesIn(report)).toEqual(expected);
  });

  it.each([
    ['Biome', biome(1), ['org.biome.lint.suspicious.noDoubleEquals FAIL']],
    ['textlint', textlint('warning', 'error'), ['cart.md FAIL']],
    [
      'another writer',
      oxlint.replaceAll('line 1, column 3, ', ''),
      ['eslint(eqeqeq) FAIL', 'eslint(no-debugger) FAIL'],
    ],
  ])('are not told from errors in a report of %s with one', async (_linter, report, expected) => {
    expect(await statusesIn(report)).toEqual(expected);
  });
});
