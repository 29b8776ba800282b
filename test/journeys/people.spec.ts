import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt, submitSignIn } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { mailServer } from '../support/mailServer.ts';

const grace = { email: 'grace@example.net', password: 'plenty of moths' };

let mail: Awaited<ReturnType<typeof mailServer>>;
let installation: Installation;
let browser: Browser;
let admin: Page;
let invited: Page;
const errors: string[][] = [];

beforeAll(async () => {
  mail = await mailServer();
  const env = { ASSAY_SMTP_URL: mail.url, ASSAY_MAIL_FROM: 'Assay <assay@example.org>', ASSAY_REGISTRATION: 'open' };
  [installation, browser] = await Promise.all([startInstallation({ env }), openBrowser()]);
  const [first, second] = [await openPage(browser), await openPage(browser)];
  admin = first.page;
  invited = second.page;
  await signInAt(admin, installation.url);
  errors.push(first.errors, second.errors);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await mail.stop();
});

const person = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe('somebody who joins', () => {
  it('is invited by mail, creates a login in another browser, and is seen at once', async () => {
    await admin.getByRole('link', { name: 'Settings' }).click();
    await admin.getByRole('button', { name: 'Invite' }).click();
    await admin.getByRole('textbox', { name: 'Email' }).fill(grace.email);
    await admin.getByRole('textbox', { name: 'First name' }).fill('Grace');
    await admin.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
    await admin.keyboard.press('Enter');
    await admin.getByText(`${grace.email} is invited.`).waitFor();
    // Narrow screens show it elsewhere.
    await person(admin, 'Grace Hopper')
      .getByText(/6 d 23 h left/)
      .filter({ visible: true })
      .waitFor();

    const link = await mail.linkTo(grace.email);
    expect(link.startsWith(installation.url)).toBe(true);
    await invited.goto(link);
    await invited.getByText('is invited to').waitFor();
    await invited.getByLabel('Password', { exact: true }).fill('short');
    await invited.getByLabel('Repeat password').fill('shorter');
    await invited.keyboard.press('Enter');
    await invited.getByText('Passwords must match').waitFor();
    await invited.getByLabel('Password', { exact: true }).fill(grace.password);
    await invited.getByLabel('Repeat password').fill(grace.password);
    await invited.keyboard.press('Enter');
    await invited.getByRole('heading', { name: 'Test Runs', level: 1 }).waitFor();

    await admin.getByRole('heading', { name: /^Pending invitations/ }).waitFor({ state: 'detached' });
    await person(admin, 'Grace Hopper').getByText('now').waitFor();
  });

  it('becomes an administrator, and loses everything when taken out of the account, without a reload', async () => {
    await invited.getByRole('link', { name: 'Settings' }).click();
    await invited.getByRole('heading', { name: /^People/ }).waitFor();
    expect(await invited.getByRole('button', { name: 'Invite' }).count()).toBe(0);

    await admin.getByRole('button', { name: 'Role of Grace Hopper: User' }).click();
    await admin.getByRole('menuitem', { name: 'Administrator' }).click();
    await admin.getByRole('button', { name: 'Role of Grace Hopper: Administrator' }).waitFor();
    await invited.getByRole('button', { name: 'Invite' }).waitFor();

    await admin.getByRole('button', { name: 'Actions of Grace Hopper' }).click();
    await admin.getByRole('menuitem', { name: /Remove from/ }).click();
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: /Remove/ })
      .click();
    await person(admin, 'Grace Hopper').waitFor({ state: 'detached' });
    await invited.getByText('You belong to no organization').waitFor();
  });

  it('comes back by a link after forgetting the password', async () => {
    const before = await mail.linkTo(grace.email);
    await invited.getByRole('button', { name: 'Log Out' }).click();
    await invited.getByRole('link', { name: 'Forgot password?' }).click();
    await invited.getByRole('heading', { name: 'Forgot password?' }).waitFor();
    await invited.getByRole('textbox', { name: 'Email' }).fill(grace.email);
    await invited.keyboard.press('Enter');
    const link = await eventually(async () => {
      const newest = await mail.linkTo(grace.email);
      return newest === before ? null : newest;
    });
    await invited.goto(link);
    const password = 'a relay with a moth';
    await invited.getByLabel('New password', { exact: true }).fill(password);
    await invited.getByLabel('Repeat password').fill(password);
    await invited.keyboard.press('Enter');
    await invited.getByText(/password was changed/i).waitFor();
    await submitSignIn(invited, { ...grace, password });
    await invited.getByText('You belong to no organization').waitFor();
    expect(errors.flat()).toEqual([]);
  });
});

describe('somebody who registers', () => {
  it('verifies the address by mail, creates an organization and is led through its set-up', async () => {
    const ada = { email: 'ada@example.net', password: 'notes by the translator' };
    const { page, errors: pageErrors } = await openPage(browser);
    await page.goto(installation.url);
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByLabel('Repeat password').fill(ada.password);
    await page.keyboard.press('Enter');
    await page.getByText("You're almost there!").waitFor();

    await page.goto(await mail.linkTo(ada.email));
    await page.getByText('Your email address is verified').waitFor();
    await submitSignIn(page, ada);
    await page.getByLabel('Name').fill('Engines');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Set up Engines' }).waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('JUnit XML from any framework').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/Engines/get-started');
    expect(pageErrors).toEqual([]);
  });
});
