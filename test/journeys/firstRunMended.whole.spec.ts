import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';

const test = `import { writeFileSync } from 'node:fs';
import { sum } from './dist/sums.mjs';
if (!process.env.SHOP_API_KEY) throw new Error('SHOP_API_KEY is not set');
const result = sum(1, 2) === 3 ? '' : '<failure>wrong</failure>';
writeFileSync('results.xml', '<testsuite><testcase classname="sums" name="adds up">' + result + '</testcase></testsuite>');
`;
const build = `import { cpSync } from 'node:fs';
cpSync('src', 'dist', { recursive: true });
`;

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([
    makeRepository({
      'package.json': JSON.stringify({ scripts: { build: 'node build.mjs', 'test:unit': 'node test.mjs' } }),
      'build.mjs': build,
      'src/sums.mjs': 'export const sum = (a, b) => a + b;\n',
      'test.mjs': test,
    }),
    startInstallation(),
    openBrowser(),
  ]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

const isShown = (text: string) => page.getByText(text).first().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('a first run with wrong settings', () => {
  it('says what is wrong and is mended click by click', async () => {
    await createProject(caller, {
      name: 'Sums',
      key: 'sums',
      gitUrl: repository.path,
      defaultBranch: 'main',
      testingFramework: 'Other',
      otherFramework: 'Our own',
      testCommand: 'npm run test:unti',
      resultFiles: ['results.xml'],
    });
    const run = await finishedRun(caller, await startRun(caller, { project: 'sums', environment: 'local' }));
    await page.goto(`${installation.url}/demo/test-runs/${run.id}`);
    await isShown("package.json has no script 'test:unti'.");
    await press("Run 'test:unit'");
    await page.getByRole('heading', { level: 1, name: /^Failed .* #2$/ }).waitFor();
    await isShown('dist/sums.mjs is missing: a build makes it.');
    await press('Build with npm run build');
    await page.getByRole('heading', { level: 1, name: /^Failed .* #3$/ }).waitFor();
    await isShown('SHOP_API_KEY is read and not set in the environment.');
    const address = page.url();
    await page.getByRole('link', { name: 'Set it in Local' }).click();
    await page.getByRole('textbox', { name: 'Value of variable 1' }).fill('a key');
    await press('Save');
    await page.getByRole('heading', { level: 1, name: 'Environments' }).waitFor();
    await page.goto(address);
    await page.getByRole('button', { name: 'Rerun' }).click();
    await page.getByRole('heading', { level: 1, name: /^Passed .* #4$/ }).waitFor();
    expect(errors).toEqual([]);
  });
});
