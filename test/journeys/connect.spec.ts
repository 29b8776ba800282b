import type { ProjectView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { outcomesOf, resultsOf } from '../support/runs.ts';
import { hasSsh, sshGitServer } from '../support/sshGitServer.ts';

const sums = "import { it } from 'node:test';\nit('adds up', () => undefined);\nit('counts', () => undefined);\n";

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([
    makeRepository({
      'package.json': JSON.stringify({ scripts: { test: 'node --test test/' } }),
      'test/sums.test.mjs': sums,
      'shop/checkout/go.mod': 'module checkout\n',
      'shop/checkout/pay_test.go': 'package checkout\n',
    }),
    startInstallation(),
    openBrowser(),
  ]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
  await page.goto(`${installation.url}/demo/get-started`);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

const setting = (name: string) =>
  page.getByRole('list', { name: 'Settings' }).getByRole('textbox', { name, exact: true });

describe('a fresh installation and a repository that nobody prepared', () => {
  it('get to a verdict by a URL and three clicks', async () => {
    await page.getByRole('link', { name: 'Add project' }).click();
    await page.getByRole('combobox', { name: 'Git URL' }).fill(repository.path);
    await page.getByRole('button', { name: 'Look at it' }).click();
    // Two suites were found; the one at the root is proposed, and the other is one to choose.
    await page.getByRole('button', { name: /shop\/checkout Go/ }).waitFor();
    expect(await setting('Test command').inputValue()).toContain('node --test --test-reporter=');
    // Tried first: the set-up alone, by the agent of the installation. It is no run, so the first run is #1.
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/^The set-up works at [0-9a-f]+\. The tests become known once the command runs\.$/).waitFor();
    await page.getByRole('button', { name: 'Start first run' }).click();
    await page.getByRole('heading', { level: 1, name: /^Passed .* #1$/ }).waitFor();
    await page.getByRole('treeitem', { name: 'Passed adds up' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(outcomesOf(await resultsOf(caller, id))).toEqual({ 'adds up': 'PASS', counts: 'PASS' });
  });

  it('become a second project for the other suite, corrected where the guess was wrong', async () => {
    await page.goto(`${installation.url}/demo/projects/new`);
    await page.getByRole('combobox', { name: 'Git URL' }).fill(repository.path);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /shop\/checkout Go/ }).click();
    // What the buttons will do is at the bottom, on a screen that the settings do not fill either.
    for (const height of [2000, 900]) {
      await page.setViewportSize({ width: 1440, height });
      await eventually(async () => {
        const button = await page.getByRole('button', { name: 'Add without a run' }).boundingBox();
        const main = await page.getByRole('main').boundingBox();
        if (!button || !main) throw new Error('the form is not shown');
        expect(main.y + main.height - button.y - button.height).toBeLessThan(20);
      });
    }
    await setting('Name').fill('Checkout');
    await page.keyboard.press('Enter');
    await page.getByText(/You chose it; found was/).waitFor();
    await page.getByRole('button', { name: 'Add without a run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    const projects = await caller.get<ProjectView[]>('/projects');
    expect(projects.find(({ name }) => name === 'Checkout')).toMatchObject({
      gitUrl: repository.path,
      defaultBranch: 'main',
      testingFramework: 'Other',
      otherFramework: 'Go',
      workingDirectory: 'shop/checkout',
      lastRun: null,
    });
  });

  it('say what to change where the first run could not tell its results', async () => {
    const silent = await makeRepository({ 'package.json': JSON.stringify({ scripts: { test: 'node --version' } }) });
    try {
      await page.goto(`${installation.url}/demo/projects/new`);
      await page.getByRole('combobox', { name: 'Git URL' }).fill(silent.path);
      await page.keyboard.press('Enter');
      await page.getByText('Which framework it is could not be seen').waitFor();
      await page.getByRole('button', { name: 'Start first run' }).click();
      await page.getByRole('heading', { level: 1, name: /^Failed .* #1$/ }).waitFor();
      await page.getByText('The command has to write JUnit XML where the project looks for it.').waitFor();
      await page.getByRole('link', { name: 'Change the result files' }).click();
      await page.getByRole('combobox', { name: 'Result files' }).and(page.locator(':focus')).waitFor();
    } finally {
      await silent.remove();
    }
    expect(errors).toEqual([]);
  });

  (hasSsh ? it : it.skip)(
    'get there by ssh with a deploy key, where the repository is private (needs ssh)',
    async () => {
      const server = await sshGitServer({
        'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
        'sums.test.mjs': sums,
      });
      try {
        await page.goto(`${installation.url}/demo/projects/new`);
        await page.getByRole('combobox', { name: 'Git URL' }).fill(server.repositoryUrl);
        await page.getByRole('button', { name: 'Look at it' }).click();
        await page.getByText('It asks for a user, a password or a key that is not there.').waitFor();
        await page.getByRole('button', { name: 'Make deploy key' }).click();
        const key = await page.getByRole('region', { name: 'Deploy key' }).getByText('ssh-ed25519').textContent();
        server.allowed.push(key ?? '');
        await page.getByRole('button', { name: 'Look at it' }).click();
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By ssh');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Start first run' }).click();
        await page.getByRole('heading', { level: 1, name: /^Passed By ssh #1$/ }).waitFor();
        await page.goto(`${installation.url}/demo/settings/integrations`);
        await page.getByRole('button', { name: `Delete the key of ${server.repositoryUrl}` }).click();
        await page.getByRole('button', { name: 'Delete deploy key' }).click();
        await page.getByText('There is none yet').waitFor();
      } finally {
        await server.stop();
      }
      expect(errors).toEqual([]);
    },
  );
});
