import { openBench } from './agentBench.ts';
import { fakeCypress } from './fakeCypress.ts';
import { allPass, literalNames, statusesOf } from './literalPaths.ts';

describe('paths of tests', () => {
  const bench = openBench();

  it('are data to Cypress', async () => {
    const specs = literalNames.map((name) => `e2e/${name}.cy.js`);
    const contents = specs.map((file) => [file, `it(${JSON.stringify(`of ${file}`)}, () => {});\n`]);
    const config = "module.exports = { e2e: { specPattern: ['e2e/**/*.cy.js'] } };";
    const files = { ...fakeCypress, ...Object.fromEntries(contents), 'cypress.config.js': config };
    expect(await statusesOf(bench, 'Cypress', files)).toEqual(allPass(specs));
  });

  it('are data to Playwright', async () => {
    const specs = literalNames.map((name) => `tests/${name}.spec.js`);
    const test = (file: string) => `require('@playwright/test').test(${JSON.stringify(`of ${file}`)}, () => {});\n`;
    const files = {
      ...Object.fromEntries(specs.map((file) => [file, test(file)])),
      'playwright.config.js': "module.exports = { testDir: 'tests' };\n",
    };
    expect(await statusesOf(bench, 'Playwright', files)).toEqual(allPass(specs));
  });

  it('are data to pytest', async () => {
    const specs = literalNames.map((name, index) => `tests/${name.replace(/[^/]*$/, 'test_$&')}_${index}.py`);
    const files = Object.fromEntries(specs.map((file, index) => [file, `def test_${index}():\n    pass\n`]));
    const config = { 'pytest.ini': '[pytest]\naddopts = --import-mode=importlib\n' };
    expect(await statusesOf(bench, 'PyTest', { ...files, ...config })).toEqual(allPass(specs));
  });
});
