import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../packages/runner-agent/src/browser/findChromium.ts';
import { admin } from './installation.ts';
import { patienceMs } from './patience.ts';

/** A Chromium that is there: the system's, Playwright's own, or the one that comes by npm. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium(process.env, join(tmpdir(), 'assay-test-chromium'));
  // Without these Chromium asks its maker's hosts all kinds of things, and waits where there is no network.
  const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
  return chromium.launch(
    found ? { executablePath: found.executable, args: [...found.args, ...quiet] } : { args: quiet },
  );
}

/** @returns a page of a browser of its own, as a second person has one, with what went wrong in it. */
export async function openPage(browser: Browser): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}

/** Fills in the sign-in form and sends it. */
export async function submitSignIn(page: Page, credentials: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(credentials.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the service, signs in as its administrator, and is at the test runs. */
export async function signInAt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await submitSignIn(page, admin);
  await page.getByRole('heading', { name: 'Test runs', level: 1 }).waitFor();
}
