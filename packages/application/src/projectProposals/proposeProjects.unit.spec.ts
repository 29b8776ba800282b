import { findingOf, manifest, npmLock, onlyOf, proposalsOf, summaries } from '../../test/proposedFor.ts';
import { wantedFiles } from './wantedFiles.ts';

describe('frameworks with an adapter', () => {
  it('are proposed with what is locked, configured and tagged: Playwright', () => {
    const proposal = onlyOf({
      'package.json': manifest({ '@playwright/test': '^1.60.0' }, { 'test:e2e': 'playwright test' }),
      'package-lock.json': npmLock('@playwright/test', '1.65.0'),
      'playwright.config.ts':
        "export default { testDir: './e2e', webServer: {}, projects: [devices['Pixel 5'], devices['Desktop Chrome']] };",
      'e2e/cart.spec.ts':
        "test('adds an article @smoke', () => {}); test('pays', { tag: ['@slow', '@smoke'] }, () => {});",
      'src/cart.test.ts': "it('mail@example.org', () => {});",
    });
    expect(proposal.name).toBe('shop');
    expect(proposal.settings).toMatchObject({
      testingFramework: 'Playwright',
      testingFrameworkVersion: '1.65.0',
      configFile: 'playwright.config.ts',
      workingDirectory: null,
      testTags: ['@slow', '@smoke'],
      installCommand: null,
    });
    expect(proposal.testFiles).toEqual({ count: 1, first: ['e2e/cart.spec.ts'] });
    expect(proposal.findings.filter(({ certain }) => !certain)).toEqual([]);
    expect(findingOf(proposal, 'testingFramework')).toMatchObject({ file: 'package.json', line: 6 });
    expect(findingOf(proposal, 'testingFramework')?.why).toContain('test:e2e');
    expect(findingOf(proposal, 'configFile')?.why).toBe('Names 2 browsers, starts the app itself');
  });

  it('Playwright by a config file of another name, and without a lock file', () => {
    const proposal = onlyOf({
      'package.json': manifest({ '@playwright/test': '1.60' }, { test: 'playwright test -c config/pw.e2e.ts' }),
      'config/pw.e2e.ts': 'export default {};',
      'tests/a.spec.ts': '',
    });
    expect(proposal.settings).toMatchObject({ configFile: 'config/pw.e2e.ts', testingFrameworkVersion: '1.60' });
    expect(findingOf(proposal, 'testingFrameworkVersion')?.certain).toBe(false);
    expect(findingOf(proposal, 'installCommand')?.certain).toBe(false);
  });

  it('Cypress, whose version has to be known', () => {
    const proposal = onlyOf({
      'package.json': manifest({ cypress: '^13.6.0' }),
      'yarn.lock': '# yarn lockfile v1\n\ncypress@^13.6.0:\n  version "13.17.0"\n',
      'cypress.config.js': "module.exports = { e2e: { baseUrl: 'http://localhost:3000' } };",
      'cypress/e2e/cart.cy.js': '',
    });
    expect(proposal.settings).toMatchObject({ testingFramework: 'Cypress', testingFrameworkVersion: '13.17.0' });
    expect(findingOf(proposal, 'configFile')?.why).toBe('Expects the app at http://localhost:3000');
    expect(proposal.testFiles.count).toBe(1);
  });

  it('WebDriverIO, also with Cucumber', () => {
    const proposal = onlyOf({
      'package.json': manifest({
        '@wdio/cli': '^9.0.0',
        '@wdio/cucumber-framework': '^9.0.0',
        '@cucumber/cucumber': '12.0.0',
      }),
      'pnpm-lock.yaml': "packages:\n  '@wdio/cli@9.4.1':\n    resolution: {}\n",
      'wdio.conf.ts': "export const config = { capabilities: [{ browserName: 'chrome' }] };",
      'features/cart.feature': '@smoke\nFeature: Cart\n',
    });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'WebDriverIO',
      testingFrameworkVersion: '9.4.1',
      testTags: ['@smoke'],
    });
    expect(findingOf(proposal, 'configFile')?.why).toBe('Names chrome');
  });

  it('NightWatch', () => {
    const proposal = onlyOf({
      'package.json': manifest({ nightwatch: '^3.0.0' }),
      'nightwatch.conf.js': "module.exports = { src_folders: ['tests'] };",
      'tests/cart.js': '',
      'lib/cart.js': '',
    });
    expect(proposal.settings).toMatchObject({ testingFramework: 'NightWatch', configFile: 'nightwatch.conf.js' });
    expect(proposal.testFiles.first).toEqual(['tests/cart.js']);
  });

  it('CucumberJS, with whether it drives a browser', () => {
    const tree = {
      'package.json': manifest({ '@cucumber/cucumber': '12.9.0' }),
      'cucumber.json': '{}',
      'features/cart.feature': '# language: en\n@cart @smoke\nFeature: Cart\n  @slow\n  Scenario: a@b\n',
    };
    expect(onlyOf(tree).settings).toMatchObject({
      testingFramework: 'CucumberJS',
      configFile: 'cucumber.json',
      usingSelenium: false,
      testTags: ['@cart', '@slow', '@smoke'],
    });
    const withBrowser = {
      ...tree,
      'package.json': manifest({ '@cucumber/cucumber': '12.9.0', 'selenium-webdriver': '4' }),
    };
    expect(onlyOf(withBrowser).settings.usingSelenium).toBe(true);
  });

  it('a CucumberJS that is too old to run is said to be', () => {
    const proposal = onlyOf({ 'package.json': manifest({ cucumber: '6.0.0' }), 'features/a.feature': 'Feature: A' });
    expect(findingOf(proposal, 'testingFramework')).toMatchObject({ certain: false });
  });

  it('PyTest by its section, its requirements and its marks', () => {
    const proposal = onlyOf({
      'pyproject.toml': '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\nmarkers = []\n',
      'requirements-dev.txt': 'requests\npytest==8.3.2\n',
      'tests/test_cart.py': '@pytest.mark.smoke\n@pytest.mark.parametrize("a", [1])\ndef test_adds(): pass\n',
      'tests/conftest.py': '',
    });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'PyTest',
      testingFrameworkVersion: '8.3.2',
      workingDirectory: null,
      testTags: ['smoke'],
      installCommand: null,
    });
    expect(findingOf(proposal, 'testingFramework')).toMatchObject({
      file: 'requirements-dev.txt',
      line: 2,
      certain: true,
    });
    expect(proposal.testFiles.count).toBe(1);
  });

  it('PyTest that only a pyproject.toml asks for is installed with the project', () => {
    const proposal = onlyOf({
      'pyproject.toml':
        '[build-system]\n[project]\nname = "shop"\n[project.optional-dependencies]\ntest = ["pytest>=8"]\n',
      'tests/test_cart.py': 'def test_adds(): pass',
    });
    expect(proposal.settings.installCommand).toBe('python -m pip install -e ".[test]" pytest');
    expect(findingOf(proposal, 'installCommand')?.certain).toBe(false);
  });

  it('TestNG, with packages, groups and a suite file', () => {
    const proposal = onlyOf({
      'pom.xml': `<properties><testng.version>7.10.2</testng.version></properties>\n<artifactId>testng</artifactId>\n<version>\${testng.version}</version>\n<artifactId>selenium-java</artifactId>`,
      'testng.xml': '<suite/>',
      'src/test/java/com/acme/cart/CartTest.java': '@Test(groups = {"smoke", "cart"})',
      'src/test/java/com/acme/pay/PayTest.java': '@Test(groups = "slow")',
    });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'TestNG',
      testingFrameworkVersion: '7.10.2',
      testPackages: ['com.acme'],
      configFile: 'testng.xml',
      usingSelenium: true,
      testTags: ['cart', 'slow', 'smoke'],
    });
  });

  it('NUnit, with the DLL where it is built', () => {
    const proposal = onlyOf({
      'Shop.sln': '',
      'src/Shop/Shop.csproj': '<Project/>',
      'test/Shop.Tests/Shop.Tests.csproj':
        '<TargetFramework>net8.0</TargetFramework>\n<PackageReference Include="NUnit" Version="4.1.0" />',
      'test/Shop.Tests/CartTests.cs': '[Test, Category("Smoke")] [Category("Slow")]',
    });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'NUnit',
      testingFrameworkVersion: '4.1.0',
      workingDirectory: 'test/Shop.Tests',
      testArtifacts: ['bin/Debug/net8.0/Shop.Tests.dll'],
      usingDotnetCore: true,
      usingSelenium: false,
      testTags: ['Slow'],
    });
    const old = {
      'T.csproj': '<TargetFramework>net48</TargetFramework><PackageReference Include="NUnit" Version="3"/>',
    };
    expect(onlyOf(old).settings.usingDotnetCore).toBe(false);
  });

  it('Ingenious, whose command somebody has to look at', () => {
    const proposal = onlyOf({
      'Projects/Shop/TestPlan/Cart/adds.csv': '',
      'Projects/Shop/TestLab/R1/smoke.csv': '',
    });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'Ingenious',
      testCommand: './Run.command -run -project_location "Projects/Shop" -release "R1" -testset "smoke"',
      resultFiles: ['Projects/Shop/Results/**/*.xml'],
    });
    expect(findingOf(proposal, 'testCommand')?.certain).toBe(false);
  });
});

describe('several suites', () => {
  it('of a monorepo are a proposal each, named by their folders, to be looked at', () => {
    const tree = {
      'package.json': manifest({ '@playwright/test': '1.65.0' }),
      'package-lock.json': npmLock('@playwright/test', '1.65.0'),
      'apps/checkout/package.json': '{}',
      'apps/checkout/playwright.config.ts': '',
      'apps/checkout/tests/a.spec.ts': '',
      'apps/admin/package.json': manifest({ cypress: '13.6.0' }),
      'apps/admin/cypress.config.ts': '',
      'apps/admin/cypress/e2e/a.cy.ts': '',
      'services/api/package.json': manifest({ vitest: '3' }),
      'services/api/src/a.test.ts': '',
      'services/search/requirements.txt': 'pytest',
      'services/search/test_a.py': '',
    };
    expect(summaries(tree)).toEqual([
      ['shop admin', 'Cypress', 'apps/admin'],
      ['shop checkout', 'Playwright', 'apps/checkout'],
      ['shop search', 'PyTest', 'services/search'],
      ['shop api', 'Vitest', 'services/api'],
    ]);
    const [, checkout] = proposalsOf(tree);
    expect(checkout && findingOf(checkout, 'workingDirectory')).toMatchObject({
      certain: false,
      why: 'Tests are in 4 places',
    });
    expect(checkout && findingOf(checkout, 'testingFramework')).toMatchObject({ certain: true, file: 'package.json' });
    expect(checkout && findingOf(checkout, 'installCommand')?.file).toBe('package-lock.json');
  });

  it('in one folder are told apart by their framework, whole frameworks first', () => {
    const tree = {
      'package.json': manifest({ '@playwright/test': '1.65.0', jest: '30', 'jest-junit': '16' }),
      'playwright.config.ts': "export default { testDir: 'e2e' }",
      'e2e/a.spec.ts': '',
      'src/a.test.ts': '',
    };
    expect(summaries(tree)).toEqual([
      ['shop Playwright', 'Playwright', null],
      ['shop Jest', 'Jest', null],
    ]);
  });

  it('of examples come last, and those of installed packages not at all', () => {
    const tree = {
      'examples/a/package.json': manifest({ '@playwright/test': '1' }),
      'examples/a/playwright.config.ts': '',
      'packages/core/go.mod': '',
      'packages/core/a_test.go': '',
      'node_modules/x/playwright.config.ts': '',
      'vendor/y/go.mod': '',
      'vendor/y/a_test.go': '',
    };
    expect(summaries(tree).map(([name]) => name)).toEqual(['shop core', 'shop a']);
  });
});

describe('odd repositories', () => {
  it.each([
    ['without files', {}],
    ['without tests', { 'README.md': '', 'src/main.c': '' }],
    ['with a package.json that is none', { 'package.json': 'not JSON' }],
    ['with a package.json of another shape', { 'package.json': '{"dependencies": ["mocha"], "scripts": 4}' }],
    [
      "with npm's own placeholder",
      { 'package.json': manifest({}, { test: 'echo "Error: no test specified" && exit 1' }) },
    ],
  ])('%s propose nothing', (_, tree) => {
    expect(proposalsOf(tree)).toEqual([]);
  });

  it('with a broken lock file are proposed by what package.json asks for', () => {
    const proposal = onlyOf({
      'package.json': manifest({ '@playwright/test': '^1.60.0' }),
      'package-lock.json': '<<<<<<< ours',
      'playwright.config.ts': '',
    });
    expect(proposal.settings.testingFrameworkVersion).toBe('1.60.0');
  });

  it('with a config file in a folder below are run there', () => {
    const proposal = onlyOf({
      'package.json': '{}',
      'qa/e2e/package.json': manifest({ '@playwright/test': '1.65.0' }),
      'qa/e2e/playwright.config.ts': '',
      'qa/e2e/a.spec.ts': '',
    });
    expect(proposal.settings.workingDirectory).toBe('qa/e2e');
    expect(findingOf(proposal, 'workingDirectory')?.certain).toBe(true);
  });

  it('of many files are read in part, the nearest to the root first', () => {
    const tests = Array.from({ length: 5000 }, (_, number) => `tests/deep/t${number}.spec.ts`);
    const wanted = wantedFiles(['package.json', 'src/big.ts', ...tests, 'a.spec.ts']);
    expect(wanted).toHaveLength(61);
    expect(wanted.slice(0, 2)).toEqual(['package.json', 'a.spec.ts']);
  });
});
