import type { BrowserContext } from 'playwright-core';

/** What a page cost: requests, its socket among them, kilobytes of script as sent, and milliseconds to paint and to use. */
export type FirstPage = { requests: number; scriptKb: number; frameMs: number; usableMs: number };

/** Opens the list of runs, signed in and without a cache, and counts what the browser asks for until nothing more comes. */
export async function openFirstPage(context: BrowserContext, url: string): Promise<FirstPage> {
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
