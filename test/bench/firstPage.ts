import type { BrowserContext } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 13;
const samples = 5;

type Loaded = { requests: number; scriptKb: number; frameMs: number; usableMs: number };

/** Opens the list of runs, signed in, and counts what the browser asks for until nothing more comes. */
async function open(context: BrowserContext, url: string): Promise<Loaded> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  let requests = 0;
  let scriptBytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.webSocketCreated', () => {
    requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  const began = performance.now();
  await page.goto(url);
  await page.locator('a[href*="/test-runs/"]').first().waitFor();
  const usableMs = performance.now() - began;
  const painted = await page.evaluate<number>('performance.getEntriesByName("first-contentful-paint")[0].startTime');
  await page.waitForLoadState('networkidle');
  await page.close();
  return { requests, scriptKb: scriptBytes / 1000, frameMs: painted, usableMs };
}

/** What opening the list of test runs costs a browser that has nothing of the service yet. */
export async function measureFirstPage(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  const browser = await openBrowser();
  const [pages, empty]: [Loaded[], number[]] = [[], []];
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const list = page.url();
    const context = page.context();
    for (let sample = 0; sample < samples; sample++) {
      const began = performance.now();
      await page.goto(`${bench.url()}/favicon.svg`);
      empty.push(performance.now() - began);
      pages.push(await open(context, list));
    }
  } finally {
    await browser.close();
  }
  const of = (figure: keyof Loaded) => median(pages.map((loaded) => loaded[figure]));
  const floor = { floor: median(empty), floorIs: 'the same browser shows one small picture of the service' };
  const none = { floor: null, floorIs: '' };
  return [
    { name: 'first page: requests, without a cache', unit: 'x', measured: of('requests'), aim: 15, ...none },
    { name: 'first page: scripts, compressed', unit: 'kB', measured: of('scriptKb'), aim: 250, ...none },
    { name: 'first page: until its frame is painted', unit: 'ms', measured: of('frameMs'), ...floor },
    { name: 'first page: until the runs are shown', unit: 'ms', measured: of('usableMs'), ...floor },
  ];
}
