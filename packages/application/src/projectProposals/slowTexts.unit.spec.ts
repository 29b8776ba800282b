import { manifest, npmLock, proposalsOf } from '../../test/proposedFor.ts';
import { longestText } from './wantedFiles.ts';

const most = longestText('a.spec.ts');
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const withNode = (name: string, version: string, script: string) => ({
  'package.json': manifest({ [name]: `^${version}` }, { test: script }),
  'package-lock.json': npmLock(name, version),
});
const javaTest = 'src/test/java/shop/ATest.java';
const pom =
  '<project><dependency><groupId>org.testng</groupId><artifactId>testng</artifactId><version>7.9.0</version></dependency></project>';
const csproj = '<Project><PackageReference Include="NUnit" Version="4.0.0" /></Project>';

/** For each detector: a repository with a suite of its own, and the files that it reads the texts of. */
const suites: readonly (readonly [name: string, tree: Record<string, string>, read: readonly string[]])[] = [
  [
    'Playwright',
    { ...withNode('@playwright/test', '1.65.0', 'playwright test'), 'playwright.config.ts': '', 'e2e/a.spec.ts': '' },
    ['playwright.config.ts', 'e2e/a.spec.ts'],
  ],
  [
    'Cypress',
    { ...withNode('cypress', '15.0.0', 'cypress run'), 'cypress.config.ts': '', 'cypress/e2e/a.cy.ts': '' },
    ['cypress.config.ts', 'cypress/e2e/a.cy.ts'],
  ],
  [
    'WebDriverIO',
    { ...withNode('@wdio/cli', '9.0.0', 'wdio run'), 'wdio.conf.ts': '', 'a.feature': '' },
    ['wdio.conf.ts', 'a.feature'],
  ],
  [
    'NightWatch',
    { ...withNode('nightwatch', '3.2.0', 'nightwatch'), 'nightwatch.conf.js': '', 'tests/a.js': '' },
    ['nightwatch.conf.js', 'tests/a.js'],
  ],
  ['CucumberJS', { ...withNode('@cucumber/cucumber', '12.0.0', 'cucumber-js'), 'a.feature': '' }, ['a.feature']],
  [
    'PyTest',
    { 'pyproject.toml': '', 'requirements.txt': '', 'uv.lock': '', 'setup.cfg': '', 'test_a.py': '' },
    ['pyproject.toml', 'requirements.txt', 'uv.lock', 'setup.cfg', 'test_a.py'],
  ],
  [
    'PyTest by the environments of tools',
    { 'tox.ini': '[testenv]\n', 'noxfile.py': '@nox.session\n', 'hatch.toml': '[envs.test]\n', 'test_a.py': '' },
    ['tox.ini', 'noxfile.py', 'hatch.toml'],
  ],
  ['PyTest of a project', { 'pyproject.toml': '', 'test_a.py': '' }, ['pyproject.toml']],
  ['TestNG', { 'pom.xml': pom, [javaTest]: '' }, ['pom.xml', javaTest]],
  ['NUnit', { 'a.csproj': csproj, 'ATests.cs': '' }, ['a.csproj', 'ATests.cs']],
  ['Vitest', { ...withNode('vitest', '3.0.0', 'vitest'), 'a.test.ts': '' }, ['a.test.ts']],
  ['RSpec', { Gemfile: '', 'spec/a_spec.rb': '' }, ['Gemfile']],
  ['Deno', { 'deno.json': '{"tasks":{"test":"deno test ', 'a_test.ts': '' }, ['deno.json']],
  ['a Makefile', { Makefile: '' }, ['Makefile']],
  ['a workflow', { '.github/workflows/a.yml': 'run: |\n  ' }, ['.github/workflows/a.yml']],
];

/** Text before the repetitions, and what is repeated: beginnings of what patterns search, without their ends. */
const repetitions: readonly (readonly [before: string, repeated: string])[] = [
  ...['test.', "test('", 'test(`"', 'it(', 'describe.only.', 'tag:[', "tag: '", 'tag:', '@a', '@'],
  ...[
    'browserName: ',
    "browserName: '",
    "devices['",
    'testDir: ',
    "testDir: '",
    'baseUrl: ',
    'src_folders: [',
    'src_folders',
  ],
  ...['#\n', '# ', '#a\n\n', '@a\n', 'A', 'Feature', ' ', '\n', '\t\n', '[', '{', '"', "'", '=', 'a=\n', '\\'],
  ...[
    'pytest',
    'pytest=',
    'pytest==',
    'name = "pytest"',
    'name = "pytest"\n',
    'pytest.mark.',
    'a',
    'a=[',
    'a=[\n',
    '[a]\n',
  ],
  ...['groups={', 'groups="', 'groups', 'groups =', 'groups={"', '<artifactId>', '<artifactId> testng', '<version>'],
  ...[
    'org.testng:testng:',
    'Include="NUnit" ',
    'Include="NUnit"',
    '[Category("',
    '<TargetFramework>',
    '<AssemblyName>',
  ],
  ...['node ', '--test', '- ', 'rspec', '1.', '1'],
].map((repeated) => ['', repeated] as const);
const prefixed: typeof repetitions = [
  ['[project]\nname = "a"\n[project.optional-dependencies]\n', 'a=[\n'],
  ['[project]\nname = "a"\n[project.optional-dependencies]\n', 'a=['],
  ['[project]\nname = "a"\n', '[project.optional-dependencies]\n'],
  ['[project]\nname = "a"\n[project.optional-dependencies]', '\n'],
  [pom, 'groups={'],
  [pom.replace('7.9.0', `\${v}`), '<v>'],
  [csproj, '<TargetFramework>'],
];

/** Files other than texts of tests, whose contents decide how a project is read. */
const trees: readonly (readonly [name: string, treeOf: (length: number) => Record<string, string>])[] = [
  ['a script with many commands', (length) => ({ 'package.json': manifest({}, { test: filled('node ', length) }) })],
  [
    'many scripts of one program',
    (length) => ({
      ...withNode('@wdio/cli', '9.0.0', 'wdio'),
      'package.json': manifest(
        { '@wdio/cli': '9.0.0' },
        Object.fromEntries(Array.from({ length: length / 32 }, (_, at) => [`s${at}`, 'wdio --config a'])),
      ),
    }),
  ],
  [
    'many scripts that run each other',
    (length) => ({
      'package.json': manifest(
        { mocha: '11' },
        Object.fromEntries([
          ['s', 'mocha'],
          ...Array.from({ length: length / 64 }, (_, at) => [`s${at}`, 'run-s s* && npm test && mocha']),
        ]),
      ),
      'test/a.js': '',
    }),
  ],
  ['a range of digits', (length) => ({ 'package.json': manifest({ cypress: filled('1.', length) }), 'a.cy.ts': '' })],
  ...['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'].map(
    (lock) =>
      [
        `a ${lock} that repeats the package`,
        (length: number) => ({
          'package.json': manifest({ cypress: '15.0.0' }),
          'cypress/e2e/a.cy.ts': '',
          'cypress.config.ts': '',
          [lock]: filled(`"node_modules/cypress": { "cypress": {\n"cypress@:\n /cypress@1`, length),
        }),
      ] as const,
  ),
  ['many folders with packages', (length) => manyFolders(length, 'src/test/java/P/ATest.java', { 'pom.xml': pom })],
  ['many folders with builds', (length) => manyFolders(length, 'P/pom.xml', { [javaTest]: '' })],
  ['many folders with configs', (length) => manyFolders(length, 'P/playwright.config.ts', { 'a.spec.ts': '' })],
  ['many modules of Go', (length) => manyFolders(length, 'P/go.mod', { 'a_test.go': '' })],
  ['many folders with specs', (length) => manyFolders(length, 'P/spec/a_spec.rb', { Gemfile: 'rspec' })],
  ['many folders of a test lab', (length) => manyFolders(length, 'P/TestLab/r/s.csv', { 'TestPlan/a.csv': '' })],
];

function manyFolders(length: number, path: string, others: Record<string, string>): Record<string, string> {
  const paths = Array.from({ length: length / 64 }, (_, at) => path.replace('P', `p${at}`));
  return { ...others, ...Object.fromEntries(paths.map((each) => [each, ''])) };
}

/** @returns processor time in milliseconds, which other processes of the machine change little */
function processorTime(tree: Record<string, string>): number {
  const before = process.cpuUsage();
  proposalsOf({ ...tree });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What grows with the square takes 64 times as long for a text of eight times the length, in each try. */
function expectLinear(treeOf: (length: number) => Record<string, string>): void {
  const [short, long] = [treeOf(most / 8), treeOf(most)];
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && ratio >= 24; tries += 1) {
    // Below some milliseconds the measure is one of the machine.
    ratio = Math.min(ratio, processorTime(long) / Math.max(processorTime(short), 10));
  }
  expect(ratio).toBeLessThan(24);
}

describe('the time to read a repository grows with its size', () => {
  describe.each(suites)('for %s', (_, tree, read) => {
    it.each(read)('with repetitive texts of %s', (path) => {
      for (const [before, repeated] of [...repetitions, ...prefixed]) {
        expectLinear((length) => ({ ...tree, [path]: `${tree[path]}${before}${filled(repeated, length)}` }));
      }
    });
  });

  it.each(trees)('with %s', (_, treeOf) => {
    expectLinear(treeOf);
  });
});
