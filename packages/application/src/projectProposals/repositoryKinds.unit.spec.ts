import { proposeProjects } from './proposeProjects.ts';
import { wantedFiles } from './wantedFiles.ts';

type Tree = Record<string, string>;
/** Framework, working directory and what else has to be right of each proposal. */
type Expected = [framework: string, workingDirectory: string | null, others?: object][];

const node = (devDependencies: Record<string, string>, scripts: Record<string, string> = {}) =>
  JSON.stringify({ scripts, devDependencies });
const csproj =
  '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><PackageReference Include="NUnit" Version="4.2.2" /></ItemGroup></Project>';
const pom =
  '<project><dependencies><dependency><groupId>org.testng</groupId><artifactId>testng</artifactId><version>7.10.2</version></dependency></dependencies></project>';

const repositories: [what: string, tree: Tree, expected: Expected][] = [
  [
    'Playwright',
    { 'package.json': node({ '@playwright/test': '1.50.0' }), 'playwright.config.ts': '', 'tests/a.spec.ts': '' },
    [['Playwright', null, { configFile: 'playwright.config.ts' }]],
  ],
  [
    'Playwright in a folder of a repository without a package.json at its root',
    { 'README.md': '', 'e2e/package.json': node({ '@playwright/test': '1.50.0' }), 'e2e/playwright.config.js': '' },
    [['Playwright', 'e2e']],
  ],
  [
    'Cypress 9, with its config in JSON',
    { 'package.json': node({ cypress: '9.7.0' }), 'cypress.json': '{}', 'cypress/integration/a.spec.js': '' },
    [['Cypress', null, { testingFrameworkVersion: '9.7.0', configFile: 'cypress.json' }]],
  ],
  [
    'CucumberJS',
    { 'package.json': node({ '@cucumber/cucumber': '11.0.0' }), 'features/a.feature': '', 'features/steps.js': '' },
    [['CucumberJS', null]],
  ],
  [
    'WebDriverIO',
    { 'package.json': node({ '@wdio/cli': '9.0.0' }), 'wdio.conf.ts': '', 'test/a.e2e.ts': '' },
    [['WebDriverIO', null, { configFile: 'wdio.conf.ts' }]],
  ],
  [
    'NightWatch',
    { 'package.json': node({ nightwatch: '3.9.0' }), 'nightwatch.conf.js': '', 'tests/a.js': '' },
    [['NightWatch', null]],
  ],
  [
    'PyTest by pytest.ini',
    { 'pytest.ini': '[pytest]\n', 'requirements.txt': 'pytest\n', 'tests/test_a.py': '' },
    [['PyTest', null]],
  ],
  [
    'PyTest with its packages in src',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'src/shop/__init__.py': '', 'tests/test_a.py': '' },
    [['PyTest', null]],
  ],
  [
    'PyTest by setup.cfg and tox.ini',
    { 'setup.cfg': '[tool:pytest]\n', 'tox.ini': '[tox]\n', 'test_a.py': '' },
    [['PyTest', null]],
  ],
  [
    'TestNG with Maven',
    { 'pom.xml': pom, 'src/test/java/com/acme/ATest.java': 'package com.acme;\nimport org.testng.annotations.Test;' },
    [['TestNG', null, { testPackages: ['com.acme'] }]],
  ],
  [
    'NUnit',
    { 'Shop.sln': '', 'Shop.Tests/Shop.Tests.csproj': csproj, 'Shop.Tests/ATests.cs': '[Test] public void A() {}' },
    [['NUnit', 'Shop.Tests']],
  ],
  ['Mocha', { 'package.json': node({ mocha: '11.0.0' }, { test: 'mocha' }), 'test/a.js': '' }, [['Mocha', null]]],
  ['Jest', { 'package.json': node({ jest: '30.0.0' }, { test: 'jest' }), 'a.test.js': '' }, [['Jest', null]]],
  ['Vitest', { 'package.json': node({ vitest: '3.0.0' }, { test: 'vitest' }), 'a.test.ts': '' }, [['Vitest', null]]],
  [
    'node:test',
    { 'package.json': node({}, { test: 'node --test' }), 'test/a.test.mjs': "import { it } from 'node:test';" },
    [['node:test', null]],
  ],
  ['Go', { 'go.mod': 'module example.org/shop\n', 'cart_test.go': 'package shop' }, [['Go', null]]],
  ['RSpec', { Gemfile: "gem 'rspec'\n", 'spec/a_spec.rb': '' }, [['RSpec', null]]],
  [
    'PHPUnit',
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"^11"}}', 'phpunit.xml': '', 'tests/ATest.php': '' },
    [['PHPUnit', null]],
  ],
  [
    'a monorepo of two languages',
    {
      'package.json': '{"workspaces":["apps/*"]}',
      'apps/web/package.json': node({ '@playwright/test': '1.50.0' }),
      'apps/web/playwright.config.ts': '',
      'apps/web/tests/a.spec.ts': '',
      'apps/web/tests/b.spec.ts': '',
      'services/api/requirements.txt': 'pytest\n',
      'services/api/pytest.ini': '[pytest]\n',
      'services/api/tests/test_a.py': '',
    },
    [
      ['Playwright', 'apps/web'],
      ['PyTest', 'services/api'],
    ],
  ],
  ['documents alone', { 'README.md': '# Notes', 'docs/a.md': '' }, []],
  ['nothing', {}, []],
];

describe('the look at a repository of each kind', () => {
  it.each(repositories)('%s', (_, tree, expected) => {
    const paths = Object.keys(tree);
    const texts = new Map(wantedFiles(paths).map((path) => [path, tree[path] ?? '']));
    const proposals = proposeProjects({ paths, texts }, 'shop');
    const found = proposals.map(({ settings }) => [
      settings.otherFramework ?? settings.testingFramework,
      settings.workingDirectory,
    ]);
    expect(found).toEqual(expected.map(([framework, workingDirectory]) => [framework, workingDirectory]));
    for (const [index, [, , others = {}]] of expected.entries()) {
      expect(proposals[index]?.settings).toMatchObject(others);
    }
    // Whatever is proposed can be added as it is, or says what somebody has to look at.
    for (const { settings, findings } of proposals) {
      const open = findings.filter(({ certain }) => !certain).map(({ field }) => field);
      if (settings.otherFramework !== null && settings.resultFiles.length === 0) expect(open).toContain('resultFiles');
    }
  });
});
