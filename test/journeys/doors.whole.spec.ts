import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { codeOfApp } from '../../packages/api/test/codeOfApp.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../packages/api/test/openIdProvider.ts';
import { comesToFit, openBrowser, openPage, signInAt } from '../support/browser.ts';
import { freePort } from '../support/freePort.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';

const lead = { sub: 'lead', email: admin.email, email_verified: true, name: 'Ada Lovelace', groups: ['staff', 'qa'] };

let provider: OpenIdProvider;
let installation: Installation;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  const port = await freePort();
  provider = await startOpenIdProvider(`http://127.0.0.1:${port}/auth-return`);
  const { issuer, clientId, clientSecret, scope } = provider.settings;
  const env = {
    ASSAY_REGISTRATION: 'open',
    ASSAY_OIDC_IDP_ISSUER: issuer,
    ASSAY_OIDC_IDP_CLIENT_ID: clientId,
    ASSAY_OIDC_IDP_CLIENT_SECRET: clientSecret,
    ASSAY_OIDC_IDP_SCOPE: scope,
    ASSAY_OIDC_IDP_LABEL: 'Example ID',
  };
  [installation, browser] = await Promise.all([startInstallation({ port, env }), openBrowser()]);
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await provider.stop();
});

/** Looks at the page in both themes and on a narrow screen: nothing may reach beyond its edge. */
async function fitsEverywhere(): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect([colorScheme, width, await comesToFit(page)]).toEqual([colorScheme, width, true]);
    }
  }
}
/** Opens a page of the account, whose name is the first part of every address. */
const open = (path: string) =>
  page.goto(new URL(`/${new URL(page.url()).pathname.split('/')[1]}/${path}`, page.url()).href);
async function fromUserMenu(item: string): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('an administrator with a provider', () => {
  it('tests the connection, and sees the claims and the rule that fits', async () => {
    provider.willBe(lead);
    await open('settings/users');
    for (const [number, value] of ['leads', 'qa'].entries()) {
      await page.getByRole('button', { name: 'Add rule' }).click();
      const rule = page.getByRole('group', { name: `Rule ${number + 1}` });
      await rule.getByRole('textbox', { name: 'Has the value' }).fill(value);
    }
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Saved. They count from the next sign-in.').waitFor();
    await page.getByRole('button', { name: 'Test connection to Example ID' }).click();

    const test = page.getByRole('region', { name: 'Test of the connection' });
    await test.getByText('Rule 2 fits: the role would be User.').waitFor();
    await test.getByRole('row', { name: 'groups staff, qa Rule 1, Rule 2' }).waitFor();
    expect(await test.getByText(admin.email).count()).toBe(0);
    await fitsEverywhere();
    await page.reload();
    await page.getByRole('button', { name: 'Test connection to Example ID' }).waitFor();
    expect(await test.count()).toBe(0);
  });

  it('links the account, turns two-factor sign-in on, and then needs a code after the provider', async () => {
    await fromUserMenu('Profile');
    await page.getByRole('button', { name: 'Link Example ID' }).click();
    await page.getByRole('list', { name: 'Linked accounts' }).getByText(admin.email).waitFor();

    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill(admin.password);
    await page.keyboard.press('Enter');
    const shown = page.locator('pre');
    const secret = ((await shown.textContent()) ?? '').replace(/\s/g, '');
    await page.getByRole('textbox', { name: 'Code that the app shows' }).fill(codeOfApp(secret));
    await page.keyboard.press('Enter');
    const kept = page.getByRole('button', { name: 'I have kept them' });
    await kept.waitFor();
    const [code = ''] = ((await shown.textContent()) ?? '').split(/\s+/);
    await kept.click();

    await fromUserMenu('Log Out');
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });
});

describe('somebody who comes by a provider and was not invited', () => {
  it('creates a login and an organization, without a password or a mail', async () => {
    provider.willBe({ sub: 'new', email: 'katherine@example.net', email_verified: true });
    const { page: other, errors: otherErrors } = await openPage(browser);
    await other.goto(installation.url);
    await other.getByRole('button', { name: 'Continue with Example ID' }).click();
    await other.getByText('katherine@example.net').waitFor();
    await other.getByRole('textbox', { name: 'First name' }).fill('Katherine');
    await other.getByRole('textbox', { name: 'Last name' }).fill('Johnson');
    await other.keyboard.press('Enter');
    await other.getByText('You belong to no organization').waitFor();
    await other.getByRole('textbox', { name: 'Name' }).fill('langley');
    await other.keyboard.press('Enter');
    await other.waitForURL(/\/langley/);
    expect(otherErrors).toEqual([]);
    await other.context().close();
  });
});

describe('keys and the access log', () => {
  it('tell of a key that is made, used and revoked, and are downloaded', async () => {
    await open('settings/api-keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Jenkins');
    await page.keyboard.press('Enter');
    const key = (await dialog.locator('pre').textContent()) ?? '';
    const asKey = () => fetch(`${installation.url}/api/account`, { headers: { authorization: `Bearer ${key}` } });
    expect((await asKey()).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: 'Jenkins' }).waitFor();
    await fitsEverywhere();

    await open('settings/access-log');
    const log = page.getByRole('table', { name: 'Access log' });
    for (const told of [/Made the API key Jenkins/, /Used the API key Jenkins/, /Failed to sign in/, /Signed in/]) {
      await log.getByText(told).first().waitFor();
    }
    await fitsEverywhere();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.startsWith('Time,Who,Kind,What,Address\r\n')).toBe(true);
    expect(csv).toContain('Made the API key Jenkins');
    expect(csv).not.toContain(key);
    expect(errors).toEqual([]);
  });
});
