import type { TestRunView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { openFirstPage } from '../support/firstPage.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { processesOf } from '../support/processesOf.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeSteadyTests(), startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  // Whoever follows a run without having said how to be told is asked; the spec of copies answers.
  await caller.post('/users/me/notification-settings', { notifyByEmail: true, notifyBySlack: false });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** Fills in and sends the form of a new run. @returns the run's id, once the browser is at its page */
async function newTestRun(fill: (dialog: Locator) => Promise<void> = async () => undefined): Promise<string> {
  await page.goto(`${installation.url}/demo/test-runs`);
  await page.getByRole('button', { name: 'New Test Run' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Test Run' });
  await dialog.getByRole('button', { name: 'Close' }).waitFor();
  await dialog.getByRole('combobox', { name: 'Project' }).waitFor();
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Start test run' }).click();
  return openedRun();
}

/** @param before the run whose page the browser is leaving */
async function openedRun(before = ''): Promise<string> {
  await page.waitForURL((url) => /\/test-runs\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(`/${before}`));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const heading = (words: string) => page.getByRole('heading', { level: 1, name: words });
const testRow = (name: RegExp) => page.getByRole('tree', { name: 'Tests' }).getByRole('treeitem', { name });
const failedNames = Object.keys(steadyOutcomes).filter((name) => steadyOutcomes[name] === 'FAIL');

describe('a person who runs tests', () => {
  it('cancels a run, which ends its processes, and reruns it', async () => {
    await repository.hold();
    const canceled = await newTestRun();
    await testRow(/^Running /)
      .first()
      .waitFor();
    const workspace = `${installation.dataDir}/agent/workspaces/${canceled}`;
    if (process.platform === 'linux') expect(await processesOf(workspace)).not.toEqual([]);

    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel test run' }).click();
    await eventually(async () => (await processesOf(workspace)).length === 0);
    await heading(`Canceled ${steadyProject.name} #1`).waitFor();
    const after = await finishedRun(caller, canceled);
    expect(after).toMatchObject({ status: 'CANCELED', runningCount: 0 });
    await repository.letGo();

    await page.getByRole('button', { name: 'Rerun' }).first().click();
    const rerunItem = page.getByRole('menuitem', { name: 'Rerun Test Run' });
    // If tests failed before the cancel, there is a menu of what to rerun.
    if (after.failCount > 0) await rerunItem.click();
    const again = await openedRun(canceled);
    await heading(`Failed ${steadyProject.name} #2`).waitFor();
    await page.getByRole('list', { name: 'About this run' }).getByText('rerun of #1').waitFor();
    expect(outcomesOf(await resultsOf(caller, again))).toEqual(steadyOutcomes);
  });

  it('reruns exactly the tests that failed', async () => {
    const before = await openedRun();
    await page.getByRole('button', { name: 'Rerun' }).first().click();
    await page.getByRole('menuitem', { name: 'Rerun Failed Tests' }).click();
    const rerun = await openedRun(before);
    await heading(`Failed ${steadyProject.name} #3`).waitFor();
    await page.getByRole('list', { name: 'About this run' }).getByText('failed tests of #2').waitFor();
    expect(outcomesOf(await resultsOf(caller, rerun))).toEqual(
      Object.fromEntries(failedNames.map((name) => [name, 'FAIL'])),
    );
  });

  it('quarantines failing tests, which then still run and show, but do not fail the run', async () => {
    for (const name of failedNames) {
      await testRow(new RegExp(`^Failed ${name}\\b`)).click();
      const test = page.getByRole('article', { name, exact: true });
      await test.getByRole('button', { name: 'Quarantine' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Under repair');
      await page.getByRole('button', { name: 'Quarantine test' }).click();
      await test.getByRole('button', { name: 'Dequarantine' }).waitFor();
    }
    const run = await newTestRun();
    await heading(`Passed ${steadyProject.name} #4`).waitFor();
    expect(await finishedRun(caller, run)).toMatchObject<Partial<TestRunView>>({
      status: 'PASS',
      totalCount: 12,
      testCount: 10,
      passCount: 9,
      failCount: 0,
      ignoredCount: 1,
      quarantineTotalCount: 2,
      quarantineFailCount: 2,
    });
    const toggle = page.getByRole('button', { name: 'Show quarantined (2)' });
    await toggle.waitFor();
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await testRow(/^Passed one\b/).waitFor();
    expect(await testRow(/^\w+ two\b/).count()).toBe(0);
    await toggle.click();
    const row = testRow(/^Failed two\b/);
    await row.getByText('quarantined', { exact: true }).waitFor();
    await row.click();
    await page
      .getByRole('article', { name: 'two', exact: true })
      .getByText('This scenario always fails')
      .first()
      .waitFor();
  });

  it('runs only tests with a tag', async () => {
    const run = await newTestRun(async (dialog) => {
      await dialog.getByText('By tags').click();
      await dialog.getByRole('combobox', { name: 'Include tags' }).fill('@quick');
      await page.keyboard.press('Enter');
    });
    await heading(`Passed ${steadyProject.name} #5`).waitFor();
    expect(outcomesOf(await resultsOf(caller, run))).toEqual({ one: 'PASS', ten: 'PASS' });
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('@quick').waitFor();
  });
});

describe('the list of test runs', () => {
  it('is there after at most fifteen requests of a browser without a cache', async () => {
    // A run that has just ended still changes for a moment, and what has changed is rightly asked for once more.
    await eventually(async () => {
      const { requests } = await openFirstPage(page.context(), `${installation.url}/demo/test-runs`);
      expect(requests).toBeLessThanOrEqual(15);
    });
  });
});

/** Sockets redirected to a dead port, as long as the page's session says so. */
const blockableSockets = `
  const Real = WebSocket;
  globalThis.WebSocket = new Proxy(Real, {
    construct: (_, [url, protocols]) =>
      new Real(sessionStorage.getItem('blocked') ? url.replace(/:\\d+/, ':9') : url, protocols),
  });
`;

describe('the live indicator', () => {
  const connection = () => page.getByRole('status', { name: 'Connection' });

  it('shows polling while the socket cannot connect, and live again once it can', async () => {
    await page.addInitScript(blockableSockets);
    await page.evaluate(`sessionStorage.setItem('blocked', 'yes')`);
    await page.goto(`${installation.url}/demo/test-runs`);
    await connection()
      .getByText(/^polling every (10|60) s$/)
      .waitFor();
    await repository.hold();
    const run = await caller.post<{ id: string }>('/test-runs', { project: steadyProject.key, environment: 'local' });
    await page.goto(`${installation.url}/demo/test-runs/${run.id}`);
    await connection().getByText('polling every 5 s').waitFor();
    await repository.letGo();
    await heading(`Passed ${steadyProject.name} #6`).waitFor();
    await page.evaluate(`sessionStorage.removeItem('blocked')`);
    await connection().getByText('live', { exact: true }).waitFor();
  });

  it('shows offline while the api restarts, and live again without a reload', async () => {
    await page.evaluate(() => Object.assign(globalThis, { marked: true }));
    await installation.kill('api');
    await connection()
      .getByText(/^(polling every \d+ s|offline since .*)$/)
      .waitFor();
    await connection().getByText('live', { exact: true }).waitFor();
    expect(await page.evaluate(() => 'marked' in globalThis)).toBe(true);
    expect(errors).toEqual([]);
  });
});
