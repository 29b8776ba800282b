import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A page with what it tells of itself. What runs in it is text: a compiled function would name helpers of its compiler. */
export type PageUnderMeasure = {
  page: Page;
  /** Loads an address. @returns milliseconds from the request to the frame that shows the first such element */
  open(url: string, selector: string): Promise<number>;
  /** The page's live memory after a collection, in MB. */
  liveMegabytes(): Promise<number>;
  /** Begins to note frames and long tasks, in milliseconds. @returns what ends that */
  watchFrames(): Promise<() => Promise<Frames>>;
};

/** The times from each frame to the next, and the tasks of 50 ms and more that ended. */
export type Frames = { between: number[]; longTasks: number[] };

const noteFirst = (selector: string) => `new Promise((seen) => {
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return false;
    requestAnimationFrame(() => seen(performance.now()));
    return true;
  };
  if (look()) return;
  const changes = new MutationObserver(() => look() && changes.disconnect());
  changes.observe(document, { subtree: true, childList: true });
})`;

const noteFrames = `
  window.noted = { between: [], longTasks: [] };
  window.longTasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.noted.longTasks.push(duration);
  });
  window.longTasks.observe({ type: 'longtask' });
  window.isWatched = true;
  let last = null;
  requestAnimationFrame(function frame(now) {
    if (last !== null) window.noted.between.push(now - last);
    last = now;
    if (window.isWatched) requestAnimationFrame(frame);
  });
`;

/** Opens a page in the context, which may be signed in. It is closed with the context, or before. */
export async function openPageUnderMeasure(context: BrowserContext): Promise<PageUnderMeasure> {
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  return {
    page,
    open: async (url, selector) => {
      await page.goto(url, { waitUntil: 'commit' });
      return page.evaluate<number>(noteFirst(selector));
    },
    liveMegabytes: async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    watchFrames: async () => {
      await page.evaluate(noteFrames);
      return () => page.evaluate<Frames>('window.isWatched = false, window.longTasks.disconnect(), window.noted');
    },
  };
}
