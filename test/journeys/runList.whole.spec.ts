import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { passedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const branch = 'feature/checkout-by-voucher';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  const projectId = await createProject(caller, { name: 'Shop', key: 'shop', testingFramework: 'Playwright', gitUrl });
  await uploadResults(caller, { projectId, environmentId, branch }, passedCase('adds'));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

describe('the texts of a row in the list of test runs', () => {
  const heading = (where: Page) => where.getByRole('heading', { level: 1, name: 'Passed Shop #1' });
  const text = (whole: string) => page.getByRole('listitem').getByTitle(whole, { exact: true });

  /** Selects a text by the mouse, from its first letter to its last. */
  async function select(whole: string): Promise<string> {
    const box = await text(whole).boundingBox();
    if (!box) throw new Error(`${whole} is not shown`);
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    return page.evaluate<string>('String(window.getSelection())');
  }

  it('are selected by the mouse, which does not open the run, and copied in one line', async () => {
    const start = page.url();
    expect(await select('Shop')).toBe('Shop');
    expect((await select(branch)).replace('\n', '')).toBe(branch);
    expect(page.url()).toBe(start);
    await page.keyboard.press('Control+C');
    await page.getByRole('button', { name: 'Branch', exact: true }).click();
    const search = page.getByRole('textbox', { name: 'Search branch' });
    await search.press('Control+V');
    await eventually(async () => expect(await search.inputValue()).toBe(branch));
    await page.keyboard.press('Escape');
  });

  it.each(['Shop', branch])('open the run on a click, and in another tab by the middle button: %s', async (whole) => {
    const opened = page.context().waitForEvent('page');
    await text(whole).click({ button: 'middle' });
    const tab = await opened;
    await heading(tab).waitFor();
    await tab.close();
    await text(whole).click();
    await heading(page).waitFor();
    await page.goBack();
    await text(whole).waitFor();
    expect(errors).toEqual([]);
  });

  it('leave the keyboard its way to the run', async () => {
    await select('Shop');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(page).waitFor();
  });
});
