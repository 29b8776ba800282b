import type { Browser, Page } from 'playwright-core';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, resultsOf } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const optedOut = 'organization has opted out of AI features, contact sales';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let passed: string;
let failed: string;
/** Its analysis is not requested before the organization opts out. */
let later: string;

const refused = ['pays', 'ships'];

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation({}), openBrowser()]);
  caller = await signIn(installation.url, admin);
  const environmentId = await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  const gitUrl = 'https://git.example.com/acme/shop.git';
  const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl };
  const fields = { projectId: await createProject(caller, shop), environmentId, branch: 'main' };
  const failing = [
    ...refused.map((name) => failedCase(name, 'connect ECONNREFUSED 127.0.0.1:5001')),
    failedCase('adds', 'disk 7 is full'),
    passedCase('refunds'),
  ];
  passed = await uploadResults(caller, fields, ...[...refused, 'adds', 'refunds'].map(passedCase));
  failed = await uploadResults(caller, fields, ...failing);
  later = await uploadResults(caller, fields, ...failing);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const open = (path: string) => page.goto(`${installation.url}/demo/${path}`);
const causes = () => page.getByRole('list', { name: 'Causes' });

describe('the analysis of a failed run', () => {
  it('lists the causes by size, without a model', async () => {
    await open(`test-runs/${failed}/analysis`);
    await page.getByText('3 failures have 2 causes').waitFor();
    const [first = ''] = await causes().getByRole('listitem').allTextContents();
    expect(first).toContain('2 tests');
    expect(first).toContain('ECONNREFUSED');
  });

  it('is complete by rules once it is requested', async () => {
    await page.getByRole('button', { name: 'Request analysis' }).click();
    await page.getByText(/^By rules/).waitFor();
  });

  it('takes a correction of the kind by c, and keeps it', async () => {
    await page.keyboard.press('c');
    await page.getByRole('menuitem', { name: 'Environment' }).click();
    await page.getByText(/^Kind set by/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Environment, kind of .*ECONNREFUSED/ }).waitFor();
  });

  it('opens the tests of a cause by Enter', async () => {
    await page.getByText(/^Kind set by/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/test-results\?rootCauseId=/);
    const tree = page.getByRole('tree', { name: 'Tests' });
    for (const name of refused) await tree.getByRole('treeitem', { name }).waitFor();
    expect(await tree.getByRole('treeitem', { name: /adds/ }).count()).toBe(0);
  });

  it('of a passed run says that it has no failures', async () => {
    await open(`test-runs/${passed}/analysis`);
    await page.getByText("this test run doesn't have any failures").waitFor();
  });

  it('is accessible in both themes and widths', async () => {
    await open(`test-runs/${failed}/analysis`);
    await causes().waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});

describe('the troubleshooting of a failed test', () => {
  it('has its cause, the last pass and what rules suggest', async () => {
    const pays = (await resultsOf(caller, failed)).find(({ name }) => name === 'pays');
    await open(`test-runs/${failed}/tests/${pays?.testId}`);
    await page.getByRole('tab', { name: 'Troubleshooting' }).click();
    const cause = page.getByRole('region', { name: 'Cause' });
    await cause.getByRole('button', { name: /^Environment, kind of/ }).waitFor();
    await page.getByText(/^last passed #1/).waitFor();
    await page
      .getByRole('region', { name: 'Suggestion' })
      .getByText(/No model is configured/)
      .waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});

describe('an organization that has opted out', () => {
  it('still has causes, and cannot request an analysis', async () => {
    await open('settings/account');
    await page.getByRole('switch', { name: 'Opt out of AI features' }).click();
    await page.getByRole('switch', { name: 'Opt out of AI features', checked: true }).waitFor();
    await open(`test-runs/${later}/analysis`);
    await page.getByText(optedOut).waitFor();
    await causes().waitFor();
    expect(await page.getByRole('button', { name: 'Request analysis' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
