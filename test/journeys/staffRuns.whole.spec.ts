import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, signInAt, submitSignIn } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';

const eve = { email: 'eve@example.net', password: 'a second secret' };
const reason = 'Ticket 4112: asked why eleven fails';

describe('staff', () => {
  let installation: Installation;
  let repository: SteadyTests;
  let browser: Browser;
  /** Eve is of the staff, and has no role in the account of the first start. */
  let staff: Page;
  /** Its administrator. */
  let customer: Page;
  let caller: Caller;
  let testRunId: string;
  const errors: string[][] = [];

  beforeAll(async () => {
    [installation, repository, browser] = await Promise.all([startInstallation(), makeSteadyTests(), openBrowser()]);
    const account = ['--staff', '--name', 'provider', '--email', eve.email, '--password', eve.password];
    await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, '../../dist/createAccount.js'),
        ...account,
        ...['--first-name', 'Eve', '--last-name', 'Moss'],
      ],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME, ASSAY_DATA_DIR: installation.dataDir } },
    );
    caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'test', name: 'Test' });
    await createProject(caller, { ...steadyProject, gitUrl: repository.path });
    testRunId = await startRun(caller, { project: steadyProject.key, environment: 'test' });
    await finishedRun(caller, testRunId);
    const [first, second] = [await openPage(browser), await openPage(browser)];
    [staff, customer] = [first.page, second.page];
    await signInAt(customer, installation.url);
    await staff.goto(installation.url);
    await submitSignIn(staff, eve);
    await staff.waitForURL('**/provider/**');
    errors.push(first.errors, second.errors);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
    await repository.remove();
  });

  const giveReason = async () => {
    const form = staff.getByRole('form', { name: 'Read-only access' });
    await form.getByRole('button', { name: 'Read test runs' }).click();
    await form.getByText("Can't be blank").waitFor();
    await form.getByLabel('Reason').fill(reason);
    await form.getByLabel('Reason').press('Control+Enter');
  };
  const sees = (page: Page) => page.getByText('demo’s administrators see this access');

  it('find the run of another account, and read it once they have given a reason', async () => {
    await staff.goto(`${installation.url}/employee`);
    const table = staff.getByRole('table', { name: 'Test runs' });
    await table.getByRole('row').filter({ hasText: 'demo' }).getByText('Failed', { exact: true }).waitFor();
    await staff.keyboard.press('j');
    await staff.keyboard.press('Enter');
    await staff.waitForURL(`**/employee/test-runs/${testRunId}`);
    expect(await staff.getByRole('region', { name: 'Runners' }).count()).toBe(0);
    await giveReason();
    await sees(staff).waitFor();
    await staff.getByRole('region', { name: 'Runners' }).getByRole('row').filter({ hasText: 'Runner 1' }).waitFor();
    await staff
      .getByRole('region', { name: 'Logs' })
      .getByText(/^Failed/)
      .waitFor();
    await staff.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(staff)).toBe(true);
    await staff.setViewportSize({ width: 1440, height: 900 });
  });

  it('read its logs, its test list, one of its tests and the log of its agent', async () => {
    const run = `${installation.url}/employee/test-runs/${testRunId}`;
    await staff.getByRole('link', { name: 'Logs', exact: true }).click();
    await staff
      .getByRole('table', { name: 'Run log' })
      .getByText(/exited$/)
      .first()
      .waitFor();
    await staff.goto(`${run}/test-list-result`);
    await staff.getByRole('heading', { name: /^Infos/ }).waitFor();
    await staff.goto(run);
    await staff
      .getByRole('region', { name: 'Runners' })
      .getByRole('link', { name: /^Logs of Runner/ })
      .first()
      .click();
    await staff.getByRole('table', { name: 'Runner log' }).getByRole('row').first().waitFor();
    await staff.goto(run);
    await staff.getByRole('region', { name: 'Tests' }).getByRole('link').first().click();
    await staff.getByRole('list', { name: 'About this test' }).waitFor();
    await staff.goto(`${installation.url}/employee/agents`);
    await staff
      .getByRole('link', { name: /^Logs of/ })
      .first()
      .click();
    await staff
      .getByRole('table', { name: 'Agent log' })
      .getByText(/^Registered as/)
      .waitFor();
  });

  it('open it in the pages of the account: its replay and history without any command', async () => {
    await staff.goto(`${installation.url}/employee/test-runs/${testRunId}`);
    await staff.getByRole('link', { name: 'Open read-only' }).click();
    await staff.waitForURL(`**/demo/test-runs/${testRunId}`);
    await sees(staff).waitFor();
    await staff
      .getByRole('treeitem', { name: /eleven/ })
      .first()
      .waitFor();
    for (const name of ['Set status', 'Rerun', 'Follow']) {
      expect(await staff.getByRole('button', { name }).count()).toBe(0);
    }
    expect(await staff.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    expect(await staff.getByRole('tab', { name: /^Messages/ }).count()).toBe(0);
    await staff.getByRole('tab', { name: 'History' }).first().click();
    await staff.getByRole('cell', { name: 'Setting up' }).waitFor();
    await staff.goto(`${installation.url}/demo/test-runs/${testRunId}/replay`);
    await staff.getByRole('button', { name: /^Play/ }).waitFor();
    await staff.goto(`${installation.url}/demo/environments`);
    await staff.getByText('Test', { exact: true }).first().waitFor();
  });

  it('are seen by the administrators, who, why and what, until the access ends', async () => {
    await customer.goto(`${installation.url}/demo/settings/access-log`);
    await customer.getByText(`Started read-only access to the test runs for up to 8 hours: ${reason}`).waitFor();
    await customer.getByText(`Read /employee/test-runs/${testRunId}: ${reason}`).waitFor();
    await customer.getByText(`Read /test-runs/${testRunId}/history: ${reason}`).waitFor();
    await staff.goto(`${installation.url}/employee/test-runs/${testRunId}`);
    await staff.getByRole('button', { name: 'End now' }).click();
    await staff.getByRole('form', { name: 'Read-only access' }).waitFor();
    await customer.reload();
    await customer.getByText('Ended the read-only access to the test runs').waitFor();
    await staff.goto(`${installation.url}/demo/test-runs/${testRunId}`);
    await staff.getByText('demo').first().waitFor();
    expect(await staff.getByRole('treeitem').count()).toBe(0);
    expect(errors.flat()).toEqual([]);
  });
});
