import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { findChromium, searchAsAgent } from '../../packages/runner-agent/src/browser/findChromium.ts';
import { eventually } from './eventually.ts';
import { admin } from './installation.ts';
import { patienceMs } from './patience.ts';

/** An available Chromium: the system's, Playwright's own, or the one from npm. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium(searchAsAgent, process.env, join(tmpdir(), 'assay-test-chromium'));
  // Without these Chromium contacts Google's servers, and waits if there is no network.
  const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
  return chromium.launch(
    found ? { executablePath: found.executable, args: [...found.args, ...quiet] } : { args: quiet },
  );
}

/** @returns a page in a separate browser, like a second person's, with its errors. */
export async function openPage(browser: Browser): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}

/**
 * Waits until nothing of the page reaches beyond the edge of its window: it is drawn again some frames after the window has
 * changed, on a busy machine later.
 * @returns whether it came to that within the time that a test waits
 */
export async function comesToFit(page: Page): Promise<boolean> {
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  // Not `waitForFunction`: when it looks again it evaluates in the page, which the policy of the page forbids.
  return eventually(() => page.evaluate<boolean>(fits)).then(
    () => true,
    () => false,
  );
}

/** Waits until a dialog or menu has taken the focus, as it does in a timer once it is shown: keys before that are lost. */
export async function takesFocus(opened: Locator): Promise<void> {
  await opened.and(opened.page().locator(':focus-within')).waitFor();
}

/** Fills in the sign-in form and sends it. */
export async function submitSignIn(page: Page, credentials: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(credentials.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the service, signs in as its administrator, and waits for the test runs. */
export async function signInAt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await submitSignIn(page, admin);
  await page.getByRole('heading', { name: 'Test Runs', level: 1 }).waitFor();
}

/** Goes to the list of runs by the navigation. */
export async function openTestRuns(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Runs' }).click();
}
