import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt, takesFocus } from '../support/browser.ts';
import { signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { joinAccount } from '../support/joinAccount.ts';
import { mailServer } from '../support/mailServer.ts';
import { createEnvironment, createProject, resultsOf } from '../support/runs.ts';
import { passedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const shop = { name: 'Ferry line', key: 'ferry-line', testingFramework: 'Playwright' as const, gitUrl };

describe('the command palette', () => {
  let mail: Awaited<ReturnType<typeof mailServer>>;
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  /** Addresses below the account. */
  let run: string;
  let test: string;

  beforeAll(async () => {
    mail = await mailServer();
    const env = { ASSAY_SMTP_URL: mail.url, ASSAY_MAIL_FROM: 'Assay <assay@example.org>' };
    [installation, browser] = await Promise.all([startInstallation({ env }), openBrowser()]);
    const caller = await signIn(installation.url, admin);
    const environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
    const projectId = await createProject(caller, shop);
    const fields = { projectId, environmentId, branch: 'main' };
    const names = ['boards the ferry', 'boards the ferry twice', 'account', 'feeds ferrets'];
    const runId = await uploadResults(caller, fields, ...names.map(passedCase));
    const boards = (await resultsOf(caller, runId)).find(({ name }) => name === 'boards the ferry');
    run = `test-runs/${runId}`;
    test = `${run}/tests/${boards?.testId}`;
    await joinAccount(caller, mail, { firstName: 'Grace', lastName: 'Hopper' });
    ({ page, errors } = await openPage(browser));
    await signInAt(page, installation.url);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
    await mail.stop();
  });

  const dialog = () => page.getByRole('dialog');
  const field = () => dialog().getByRole('textbox', { name: 'Search or jump to' });
  const rows = (): Locator => dialog().locator('[data-action]');

  async function open(): Promise<void> {
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await takesFocus(dialog());
  }

  it.each([
    ['a test', 'boards the ferry', () => test],
    ['a test, in other letters', 'BOARDS the Ferry', () => test],
    ['a run', 'Ferry line #1', () => run],
    ['a project', 'Ferry line', () => 'projects/ferry-line'],
    ['a person', 'Grace Hopper', () => 'settings/users?search=grace%40example.net'],
    ['a page of the settings', 'Retention', () => 'settings/retention'],
    ['a page of the settings, not a test of that name', 'Account', () => 'settings/account'],
    ['an area', 'Environments', () => 'environments'],
  ])('has the exact name of %s first, which Enter opens', async (_, name, address) => {
    await open();
    await page.keyboard.type(name);
    const first = rows().first();
    await eventually(async () => expect((await first.textContent())?.toLowerCase()).toContain(name.toLowerCase()));
    await dialog().getByText('Searching').waitFor({ state: 'detached' });
    await first.and(page.locator('[data-selected]')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(`/demo/${address()}`));
    await dialog().waitFor({ state: 'detached' });
  });

  it.each(['fe', 'ferry', 'qz', 'feeds f', 'board', '[a-', '(', '\\', '*', '%'])(
    'bears the letters %s',
    async (text) => {
      await open();
      await page.keyboard.type(text);
      await dialog().getByText('Searching').waitFor({ state: 'detached' });
      await eventually(async () => {
        const count = await rows().count();
        expect(count > 0 || (await dialog().getByText('Nothing found').isVisible())).toBe(true);
      });
      expect(await field().inputValue()).toBe(text);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(errors).toEqual([]);
    },
  );

  it('says that nothing was found, and stays open at Enter', async () => {
    await open();
    await page.keyboard.type('qzqz');
    await dialog().getByText('Nothing found').waitFor();
    await page.keyboard.press('Enter');
    await dialog().getByText('Nothing found').waitFor();
    expect(await rows().count()).toBe(0);
  });
});
