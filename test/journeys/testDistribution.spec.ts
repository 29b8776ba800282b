import type { TestDistributionRuleView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { steadyProject } from '../support/steadyTests.ts';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

const testCase = (file: string, name: string) => `<testcase classname="${file}" file="${file}" name="${name}"/>`;
const report = `<testsuite name="s">${[
  testCase('src/cart.unit.ts', 'adds'),
  testCase('src/cart.unit.ts', 'removes'),
  testCase('journeys/buy.ts', 'buys a book'),
  testCase('misc/odd.ts', 'is odd'),
].join('')}</testsuite>`;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  const projectId = await createProject(caller, steadyProject);
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  const upload = new FormData();
  for (const [name, value] of Object.entries({ projectId, environmentId })) upload.set(name, value);
  upload.set('file', new Blob([report]), 'r.xml');
  await caller.post('/test-runs-upload', upload);
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

async function addRule(type: string, pattern: string): Promise<void> {
  await page.getByRole('link', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: 'Type of its tests' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  const patterns = page.getByRole('combobox', { name: 'Include patterns' }).or(page.getByPlaceholder('every test'));
  await patterns.first().fill(pattern);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText(`File fits ${pattern}`).waitFor();
}

describe('the distribution of tests', () => {
  it('follows rules that are added, and put in order by keyboard', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Test distribution' }).click();
    await page.getByText('No test distribution rules yet').waitFor();
    await addRule('End-to-end', 'journeys/*');
    await addRule('Unit', '*.unit.ts');
    await page.getByRole('button', { name: 'Move rule 1: Unit' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Unit is lifted from place 2 of 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Unit is above place 1 of 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await eventually(async () => {
      const rules = await caller.get<TestDistributionRuleView[]>('/test-distribution-analysis-rule');
      return rules.map(({ assignedTo }) => assignedTo).join() === 'UNIT,END_TO_END';
    });
  });

  it('shows the pyramid, names what no rule fits, and leads to a test', async () => {
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await page.getByRole('figure', { name: 'This quarter' }).getByText('50%').waitFor();
    await page.getByRole('button', { name: 'List Unit tests' }).click();
    const tests = page.getByRole('table', { name: 'Tests by type' });
    await tests.getByRole('link', { name: 'removes' }).waitFor();
    await page.getByRole('button', { name: 'Name them' }).click();
    await tests.getByRole('link', { name: 'is odd' }).click();
    await page.getByRole('heading', { name: 'is odd' }).first().waitFor();
    expect(errors).toEqual([]);
  });
});
