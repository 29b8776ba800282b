import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, signInAt, submitSignIn } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeGitHub, fakeGitHub } from '../support/fakeGitHub.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { mailServer } from '../support/mailServer.ts';

const eve = { email: 'eve@example.net', password: 'a second secret' };
const reason = 'Asked why the nightly trigger does not start';

describe('staff', () => {
  let mail: Awaited<ReturnType<typeof mailServer>>;
  let gitHub: FakeGitHub;
  let installation: Installation;
  let browser: Browser;
  /** The administrator of the first start, who looks after the installation. */
  let staff: Page;
  /** The administrator of another account. */
  let customer: Page;
  const errors: string[][] = [];

  beforeAll(async () => {
    [mail, gitHub] = await Promise.all([mailServer(), fakeGitHub()]);
    const env = {
      ASSAY_SMTP_URL: mail.url,
      ASSAY_MAIL_FROM: 'Assay <assay@example.org>',
      ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
    };
    [installation, browser] = await Promise.all([startInstallation({ env }), openBrowser()]);
    const account = ['--name', 'acme', '--email', eve.email, '--password', eve.password];
    await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, '../../dist/createAccount.js'),
        ...account,
        ...['--first-name', 'Eve', '--last-name', 'Moss'],
      ],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME, ASSAY_DATA_DIR: installation.dataDir } },
    );
    const [first, second] = [await openPage(browser), await openPage(browser)];
    [staff, customer] = [first.page, second.page];
    await signInAt(staff, installation.url);
    await customer.goto(installation.url);
    await submitSignIn(customer, eve);
    await customer.getByRole('heading', { name: 'Test Runs', level: 1 }).waitFor();
    errors.push(first.errors, second.errors);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
    await Promise.all([mail.stop(), gitHub.stop()]);
  });

  const roleIn = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  it('have screens that nobody else sees, administrators included', async () => {
    await customer.goto(`${installation.url}/employee/roles`);
    await customer.waitForURL('**/acme/**');
    await customer.getByRole('button', { name: 'User menu' }).click();
    await customer.getByRole('menuitem', { name: 'Profile' }).waitFor();
    expect(await customer.getByRole('menuitem', { name: 'Staff' }).count()).toBe(0);
  });

  it('take a role for 8 hours with a reason, which the administrators are told', async () => {
    await customer.goto(`${installation.url}/acme/settings/users`);
    await customer.getByRole('heading', { name: /^People/ }).waitFor();

    await staff.getByRole('button', { name: 'User menu' }).click();
    await staff.getByRole('menuitem', { name: 'Staff' }).click();
    // The search of runs comes first; only the demo's own account has any.
    await staff.waitForURL('**/employee/test-run-search');
    await staff.goto(`${installation.url}/employee/test-run-search?status=CANCELED`);
    await staff.getByText('No Test Runs Found').waitFor();
    await staff.getByRole('tab', { name: 'Roles' }).click();
    await staff.getByRole('button', { name: 'Take a role' }).click();
    const form = staff.getByRole('form', { name: 'Take a role' });
    await form.getByRole('button', { name: 'Take the role' }).click();
    await eventually(async () => expect(await form.getByText("Can't be blank").count()).toBe(2));
    await form.getByRole('combobox', { name: 'Organization' }).fill('acm');
    await staff.getByRole('option', { name: 'acme' }).click();
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: 'Take the role' }).click();
    await roleIn(staff, 'acme')
      .getByText(/in [78] h/)
      .waitFor();

    const told = await eventually(() =>
      mail.subjectsTo(eve.email).includes('Staff of Assay can act in your organization')
        ? mail.sourceTo(eve.email)
        : null,
    );
    expect(told).toContain('nightly trigger');
    // The page of the customer learns of it by itself.
    await customer.getByRole('row').getByText('staff', { exact: true }).waitFor();
    await customer.goto(`${installation.url}/acme/settings/access-log`);
    await customer.getByText(reason).waitFor();
    await customer.goto(`${installation.url}/acme/settings/users`);
  });

  it('see the account by it, and give it up once they have confirmed that', async () => {
    await roleIn(staff, 'acme').getByRole('link', { name: 'acme' }).click();
    // Nothing ran there yet, so its dashboard leads on.
    await staff.waitForURL('**/acme/get-started');
    await staff.getByRole('button', { name: 'User menu' }).click();
    await staff.getByRole('menuitem', { name: 'Staff' }).click();
    await staff.getByRole('tab', { name: 'Roles' }).click();
    await roleIn(staff, 'acme').waitFor();
    await staff.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(staff)).toBe(true);
    await staff.setViewportSize({ width: 1440, height: 900 });

    const giveUp = async (answer: string) => {
      await staff.getByRole('button', { name: 'Give up the role in acme' }).click();
      const dialog = staff.getByRole('dialog', { name: 'Give up your role in acme?' });
      await dialog.getByRole('button', { name: answer }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await giveUp('Go back');
    await roleIn(staff, 'acme').waitFor();
    await giveUp('Give up');
    await roleIn(staff, 'acme').waitFor({ state: 'detached' });
    await customer.getByRole('row').getByText('staff', { exact: true }).waitFor({ state: 'detached' });
    expect(errors.flat()).toEqual([]);
  });

  it('register a GitHub App at GitHub, by which an account connects it then, and remove it', async () => {
    await customer.goto(`${installation.url}/acme/settings/integrations`);
    await customer.getByRole('heading', { name: 'GitHub', exact: true }).waitFor();
    expect(await customer.getByRole('link', { name: 'register a GitHub App' }).count()).toBe(0);

    await staff.goto(`${installation.url}/employee/git-hub-app`);
    const form = staff.getByRole('form', { name: 'Register a GitHub App' });
    await form.getByRole('radio', { name: 'GitHub Enterprise Server' }).check();
    await form.getByLabel('Address').fill(gitHub.address);
    await form.getByRole('textbox', { name: 'Organization' }).fill('northwind');
    await form.getByRole('button', { name: 'Continue to GitHub' }).click();
    await staff.getByRole('link', { name: 'Create GitHub App for northwind' }).click();
    await staff.waitForURL('**/employee/git-hub-app');
    await staff.getByRole('heading', { name: 'Assay 127.0.0.1' }).waitFor();
    await staff.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(staff)).toBe(true);
    await staff.setViewportSize({ width: 1440, height: 900 });

    await customer.reload();
    await customer.getByRole('button', { name: 'Install the GitHub App' }).click();
    await customer.getByRole('link', { name: 'Install it on northwind' }).click();
    await customer.waitForURL('**/acme/settings/integrations');
    await customer.getByText(`${gitHub.address}, connected`).waitFor();

    await staff.reload();
    await staff.getByText('1 account', { exact: true }).waitFor();
    await staff.getByRole('button', { name: 'Remove' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Remove Assay 127.0.0.1?' });
    await dialog.getByText(/^1 account cannot use GitHub any more/).waitFor();
    await dialog.getByRole('button', { name: 'Remove Assay 127.0.0.1' }).click();
    await form.waitFor();
    await customer.reload();
    await customer.getByText(`${gitHub.address}, connected`).waitFor();
    expect(await customer.getByRole('button', { name: 'Install the GitHub App' }).count()).toBe(0);
    expect(errors.flat()).toEqual([]);
  });
});
