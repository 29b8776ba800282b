import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type FirstPage, openFirstPage } from '../support/firstPage.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 13;
const samples = 5;

/** What opening the list of test runs costs a browser that has nothing of the service yet. */
export async function measureFirstPage(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  const browser = await openBrowser();
  const [pages, empty]: [FirstPage[], number[]] = [[], []];
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const list = page.url();
    const context = page.context();
    for (let sample = 0; sample < samples; sample++) {
      const began = performance.now();
      await page.goto(`${bench.url()}/favicon.svg`);
      empty.push(performance.now() - began);
      pages.push(await openFirstPage(context, list));
    }
  } finally {
    await browser.close();
  }
  const of = (figure: Exclude<keyof FirstPage, 'scripts'>) => median(pages.map((loaded) => loaded[figure]));
  const floor = { floor: median(empty), floorIs: 'the same browser shows one small picture of the service' };
  const none = { floor: null, floorIs: '' };
  return [
    { name: 'first page: requests, without a cache', unit: 'x', measured: of('requests'), aim: 15, ...none },
    { name: 'first page: scripts, compressed', unit: 'kB', measured: of('scriptKb'), aim: 250, ...none },
    { name: 'first page: until its frame is painted', unit: 'ms', measured: of('frameMs'), ...floor },
    { name: 'first page: until the runs are shown', unit: 'ms', measured: of('usableMs'), ...floor },
  ];
}
