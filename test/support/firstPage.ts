import type { BrowserContext } from 'playwright-core';

/**
 * What a page cost: requests, its socket among them, kilobytes of script as sent, all and by the scripts' paths, and
 * milliseconds to paint and to use.
 */
export type FirstPage = {
  requests: number;
  scriptKb: number;
  scripts: ReadonlyMap<string, number>;
  frameMs: number;
  usableMs: number;
};

/** A link to a run: the list of runs has them. */
const runLink = 'a[href*="/test-runs/"]';

/**
 * Opens a page, signed in, and counts what the browser asks for until nothing more comes.
 * @param shows what the page has once it can be used; the list of runs unless said
 * @param cached whether the browser may use what it has got before
 */
export async function openFirstPage(
  context: BrowserContext,
  url: string,
  { shows = runLink, cached = false }: { shows?: string; cached?: boolean } = {},
): Promise<FirstPage> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (!cached) await session.send('Network.clearBrowserCache');
  const paths = new Map<string, string>();
  const scripts = new Map<string, number>();
  let requests = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    requests += 1;
    if (type === 'Script') paths.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.webSocketCreated', () => {
    requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined) scripts.set(path, encodedDataLength / 1000);
  });
  const began = performance.now();
  await page.goto(url);
  await page.locator(shows).first().waitFor();
  const usableMs = performance.now() - began;
  const painted = await page.evaluate<number>('performance.getEntriesByName("first-contentful-paint")[0].startTime');
  await page.waitForLoadState('networkidle');
  await page.close();
  const scriptKb = [...scripts.values()].reduce((sum, kilobytes) => sum + kilobytes, 0);
  return { requests, scriptKb, scripts, frameMs: painted, usableMs };
}
