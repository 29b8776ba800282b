import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What differs between themes and widths. */
export const ofAppearance = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

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
