import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

let installation: Installation;
let browser: Browser;
/** Of an administrator. */
let page: Page;
/** Of a reader who never signs in. */
let theirs: Page;
let errors: string[];
let run: string;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  const caller: Caller = await signIn(installation.url, admin);
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  const gitUrl = 'https://git.example.com/acme/shop.git';
  const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl, defaultBranch: 'main' };
  const fields = { projectId: await createProject(caller, shop), environmentId, branch: 'main' };
  run = await uploadResults(caller, fields, failedCase('adds', 'disk 7 is full'), passedCase('refunds'));
  ({ page, errors } = await openPage(browser));
  ({ page: theirs } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const open = (path: string) => page.goto(`${installation.url}/demo/${path}`);
const hereOf = (url: string) =>
  new URL(`${new URL(url).pathname}${new URL(url).search}${new URL(url).hash}`, page.url());

describe('sharing without signing in', () => {
  it('shows a run to a reader with its link, until the link is revoked', async () => {
    await open(`test-runs/${run}`);
    await page.getByRole('button', { name: 'More actions of the run' }).click();
    await page.getByRole('menuitem', { name: 'Share by link' }).click();
    const dialog = page.getByRole('dialog', { name: /^Share #/ });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const made = dialog.getByRole('status', { name: 'New link' });
    await made.getByRole('button', { name: 'Copy link' }).waitFor();
    const url = hereOf((await made.locator('pre').textContent()) ?? '').href;

    await theirs.goto(url);
    await theirs.getByRole('heading', { name: /Shop/, level: 1 }).waitFor();
    await theirs.getByRole('list', { name: 'Failed tests' }).getByRole('button').click();
    await theirs.getByText('disk 7 is full').first().waitFor();

    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke this link' }).click();
    await dialog.getByText('No links to this run.').waitFor();
    await theirs.reload();
    await theirs.getByText('This link does not work').waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows a badge that browsers draw, and no longer once it is removed', async () => {
    await open('projects/shop/settings');
    const panel = page.getByRole('region', { name: 'Status badge' });
    await panel.getByRole('button', { name: 'Create badge' }).click();
    const picture = panel.getByRole('img', { name: /^Preview/ });
    await picture.waitFor();
    await picture.evaluate((image: { decode(): Promise<void> }) => image.decode());
    const address = new URL((await picture.getAttribute('src')) ?? '', page.url()).href;
    await theirs.goto(address);
    expect(await theirs.title()).toBe('Shop on main: 1 failing');

    await panel.getByRole('button', { name: 'Remove badge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove badge' }).click();
    await panel.getByRole('button', { name: 'Create badge' }).waitFor();
    expect((await theirs.goto(address))?.status()).toBe(404);
    expect(errors).toEqual([]);
  });
});
