import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { comesToFit } from './browser.ts';

/** What differs between themes, and between widths. */
const ofTheme = ['color-contrast', 'link-in-text-block'];
const ofWidth = ['scrollable-region-focusable', 'target-size'];

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
/** Everything is looked at in the first, and in the others what differs from the one before; by default all rules. */
const looks: readonly { theme: 'light' | 'dark'; size: typeof desk; rules?: string[] }[] = [
  { theme: 'light', size: desk },
  { theme: 'light', size: phone, rules: [...ofTheme, ...ofWidth] },
  { theme: 'dark', size: phone, rules: ofTheme },
  { theme: 'dark', size: desk, rules: ofTheme },
];

/** Puts axe into everything that the page opens from now on. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({
    content: await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'),
  });
}

/**
 * @param rules all by default
 * @returns what axe finds that makes the page harder to use, and calls more than minor, as one line for each kind
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // What passes is not told: to gather it takes longer than to look.
  const options = {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: rules }),
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/**
 * @returns what axe finds that lasts: what watches its own size has what it needs some frames after the width has changed
 */
export async function lastingAxeFindings(page: Page, rules?: string[]): Promise<string[]> {
  let found = await axeFindings(page, rules);
  for (let looks = 1; found.length > 0 && looks < 10; looks += 1) found = await axeFindings(page, rules);
  return found;
}

/**
 * Looks at what the page shows in both themes and both widths, of a desk and of a phone, without opening it again.
 * @returns what axe finds, and where the page is wider than its window; the page has axe
 */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const all: string[] = [];
  const before = page.viewportSize();
  for (const { theme, size, rules } of looks) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
    await page.setViewportSize(size);
    const fits = await comesToFit(page);
    const found = await lastingAxeFindings(page, rules);
    if (!fits) found.push('wider than the window');
    all.push(...found.map((line) => `${theme}, ${size.width} px: ${line}`));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  if (before) await page.setViewportSize(before);
  return all;
}
