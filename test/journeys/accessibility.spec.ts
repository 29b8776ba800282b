import type { Browser, Page } from 'playwright-core';
import { addAxe, axeFindings, lastingAxeFindings, ofAppearance } from '../support/axe.ts';
import { comesToFit, openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeOneOfEach, type OneOfEach } from '../support/oneOfEach.ts';
import { doors, screensOf, staffScreens } from '../support/screens.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let things: OneOfEach;

beforeAll(async () => {
  const open = startInstallation({ env: { ASSAY_REGISTRATION: 'open' } });
  [repository, installation, browser] = await Promise.all([makeSteadyTests(), open, openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  things = await makeOneOfEach(caller, repository);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** Waits until the screen at a path shows what it is about, and nothing of it is loading. */
async function shown(path: string): Promise<void> {
  await page.goto(`${installation.url}/${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** @returns what axe finds in light and wide, in dark and narrow, by path; and what is wider than a phone */
async function findingsIn(paths: readonly string[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await shown(path);
    const wide = await axeFindings(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    const fits = await comesToFit(page);
    const narrow = await lastingAxeFindings(page, ofAppearance);
    const found = [...wide, ...narrow, ...(fits ? [] : ['wider than a phone'])];
    if (found.length > 0) all[path] = found;
  }
  return all;
}

describe('every screen', () => {
  it('before sign-in has nothing in it that axe finds and calls more than minor, in both themes and widths', async () => {
    expect(await findingsIn(doors)).toEqual({});
  });

  it('has nothing in it that axe finds and calls more than minor, in both themes and widths', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signInAt(page, installation.url);
    const ofAccount = screensOf(things).map((path) => `demo/${path}`);
    expect(await findingsIn([...ofAccount, ...staffScreens])).toEqual({});
    expect(errors).toEqual([]);
  });
});
