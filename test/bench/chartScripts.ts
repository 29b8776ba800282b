import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import type { Spread } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 13;
const chart = 'main svg rect';
/** What the service serves, each script beside its gzipped copy where that is smaller. */
const served = join(import.meta.dirname, '../../packages/web/dist');

/** What the charts add to the scripts of a browser that has shown the list of runs; the production build's, gzipped. */
export async function measureChartScripts(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const list = page.url();
    const before = new Set(await scriptsOf(page, list, 'a[href*="/test-runs/"]'));
    const analytics = list.replace(/\/test-runs.*$/, '/dashboard/analytics');
    const tab = async (name: string) => kilobytesOf(await scriptsOf(page, `${analytics}/${name}`, chart), before);
    const none = { unit: 'kB' as const, floor: null, floorIs: '' };
    return [
      {
        name: 'scripts of runs per day beside the list of runs, gzipped',
        measured: await tab('test-runs'),
        aim: 120,
        ...none,
      },
      {
        name: 'scripts of results per day beside the list of runs, gzipped',
        measured: await tab('tests'),
        aim: 120,
        ...none,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** @returns the paths of the scripts that a page has loaded by the time that it shows such an element */
async function scriptsOf(page: Page, url: string, selector: string): Promise<string[]> {
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  const names = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
  return names.map((name) => new URL(name).pathname).filter((path) => path.endsWith('.js'));
}

/** @returns kB of the scripts that are not among those from before, as a browser takes them over plain http */
async function kilobytesOf(paths: readonly string[], before: ReadonlySet<string>): Promise<Spread> {
  const sizes = paths
    .filter((path) => !before.has(path))
    .map(async (path) => {
      const file = join(served, path);
      return (await readFile(`${file}.gz`).catch(() => readFile(file))).length;
    });
  return { p50: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000 };
}
