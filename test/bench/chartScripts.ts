import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type FirstPage, openFirstPage } from '../support/firstPage.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import type { Workbench } from './workbench.ts';

/** The last of them has results of tests. */
const runs = 100;
/** A bar: what is drawn within a pattern is never seen. */
const chart = 'main svg rect:not(pattern *)';

/** What the charts cost a browser without a cache in scripts, and whether pages without charts load any of it. */
export async function measureChartScripts(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const context = page.context();
    const account = page.url().replace(/\/test-runs.*$/, '');
    const run = await page.locator('a[href*="/test-runs/"]').first().getAttribute('href');
    const load = async (path: string, shows?: string) =>
      openFirstPage(context, new URL(path, account).href, shows === undefined ? {} : { shows });
    const { pathname: root } = new URL(account);
    const analytics = `${root}/dashboard/analytics`;
    const list = await load(`${root}/test-runs`);
    const frame = await load(`${analytics}/test-distribution`, 'main [role=tab]');
    const others = [
      list,
      await load(`${root}/dashboard`, 'main section[aria-label]'),
      await load(run ?? '', 'main [role=tab]'),
    ];
    const perDay = await load(`${analytics}/test-runs`, chart);
    const results = await load(`${analytics}/tests`, chart);
    // Both tabs draw bars, and a third in the same frame draws none.
    const charts = [...perDay.scripts.keys()].filter((path) => results.scripts.has(path) && !frame.scripts.has(path));
    bench.say(`  bars: ${charts.map((path) => `${path} ${perDay.scripts.get(path)?.toFixed(1)} kB`).join(', ')}`);
    const beyondFrame = (tab: FirstPage) => [...tab.scripts.keys()].filter((path) => !frame.scripts.has(path));
    const figure = (name: string, kilobytes: number, aim: number): Figure => ({
      name,
      unit: 'kB',
      measured: { p50: kilobytes },
      floor: { p50: list.scriptKb },
      floorIs: 'all scripts of the list of runs',
      aim,
    });
    return [
      figure('scripts of runs per day, with bars and lines', kilobytesOf(perDay, beyondFrame(perDay)), 120),
      figure('scripts of results per day, with bars', kilobytesOf(results, beyondFrame(results)), 120),
      figure(
        '  of the bars, in the list of runs, a run and the dashboard',
        others.reduce((sum, other) => sum + kilobytesOf(other, charts), 0),
        5,
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** What of these scripts the page has loaded. */
function kilobytesOf({ scripts }: FirstPage, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (scripts.get(path) ?? 0), 0);
}
