import type { TestingFramework } from '@assay/contract';
import { openBench } from './agentBench.ts';
import { fakeCypress } from './fakeCypress.ts';

/** Folders and names in which a glob, a shell, a URL or a command line would read something else. */
const names = [
  '[id]/one',
  '[...slug]',
  '(auth)/[id]/two',
  'x[1]',
  'x1',
  '{a,b}/three',
  'b/three',
  'a!b',
  '!first',
  'what?',
  'all*',
  '**/four',
  'p+q @#% ~',
  '@tag',
  '-dash',
  '$HOME',
];

describe('paths of tests', () => {
  const bench = openBench();

  /** @returns the status of each test by its file, which differs from the names only in the extension */
  async function statusesOf(testingFramework: TestingFramework, files: Record<string, string>) {
    const order = bench.order({ gitUrl: bench.repository(files), testingFramework });
    const { tests, finals, problem } = await bench.outcomeOf(order);
    expect(problem).toBeNull();
    return Object.fromEntries(tests.map(({ file, name }) => [file, finals.get(name)?.status]));
  }
  const allPass = (files: readonly string[]) => Object.fromEntries(files.map((file) => [file, 'PASS']));

  it('are data to CucumberJS', async () => {
    const features = names.map((name) => `features/${name}.feature`);
    const steps = "require('@cucumber/cucumber').Given('tea', () => {});\n";
    const contents = features.map((file) => [file, `Feature: F\n  Scenario: of ${file}\n    Given tea\n`]);
    const files = { ...Object.fromEntries(contents), 'features/steps.js': steps };
    expect(await statusesOf('CucumberJS', files)).toEqual(allPass(features));
  });

  it('are data to CucumberJS when another feature cannot be parsed', async () => {
    const feature = 'features/[id]/one.feature';
    const files = {
      [feature]: 'Feature: F\n  Scenario: One\n    Given tea\n',
      'features/i/one.feature': 'Feature: F\n  Nonsense\n',
      'features/steps.js': "require('@cucumber/cucumber').Given('tea', () => {});\n",
    };
    expect(await statusesOf('CucumberJS', files)).toMatchObject({ [feature]: 'PASS' });
  });

  it('are data to Cypress', async () => {
    const specs = names.map((name) => `e2e/${name}.cy.js`);
    const contents = specs.map((file) => [file, `it(${JSON.stringify(`of ${file}`)}, () => {});\n`]);
    const config = "module.exports = { e2e: { specPattern: ['e2e/**/*.cy.js'] } };";
    const files = { ...fakeCypress, ...Object.fromEntries(contents), 'cypress.config.js': config };
    expect(await statusesOf('Cypress', files)).toEqual(allPass(specs));
  });

  it('are data to Playwright', async () => {
    const specs = names.map((name) => `tests/${name}.spec.js`);
    const test = (file: string) => `require('@playwright/test').test(${JSON.stringify(`of ${file}`)}, () => {});\n`;
    const files = {
      ...Object.fromEntries(specs.map((file) => [file, test(file)])),
      'playwright.config.js': "module.exports = { testDir: 'tests' };\n",
    };
    expect(await statusesOf('Playwright', files)).toEqual(allPass(specs));
  });

  it('are data to pytest', async () => {
    const specs = names.map((name, index) => `tests/${name.replace(/[^/]*$/, 'test_$&')}_${index}.py`);
    const files = Object.fromEntries(specs.map((file, index) => [file, `def test_${index}():\n    pass\n`]));
    const config = { 'pytest.ini': '[pytest]\naddopts = --import-mode=importlib\n' };
    expect(await statusesOf('PyTest', { ...files, ...config })).toEqual(allPass(specs));
  });
});
