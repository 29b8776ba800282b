import { setTimeout as pause } from 'node:timers/promises';
import type { TestResultsPage } from '@assay/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { showBareList } from './bareList.ts';
import type { Figure } from './figures.ts';
import { type HonestAgent, joinAgent, madeUpTests } from './honestAgent.ts';
import { finished, started } from './madeUpEvents.ts';
import { type Frames, openPageUnderMeasure, type PageUnderMeasure } from './pageUnderMeasure.ts';
import { median, medianAndTail, quantile } from './samples.ts';
import { startRun } from './startRun.ts';
import { reportOf, upload } from './upload.ts';
import type { Workbench } from './workbench.ts';

const count = 50_000;
const tests = count.toLocaleString('en');
const files = 1_000;
const openings = 5;
const filterings = 20;
const perSecond = 200;
const seconds = 60;
const bareSeconds = 20;
const atOnce = 20;
const firstRow = '[role=treeitem]';

/** A run of 50,000 tests in a real browser: opened, filtered, and watched while 200 results a second come. */
export async function measureLargeRunPage(bench: Workbench): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const runs = page.url();
    const context = page.context();
    await page.close();
    const pageOf = (id: string) => `${runs.replace(/\/test-runs.*$/, '/test-runs')}/${id}`;
    const still = await measureStill(bench, context, pageOf);
    return [...still, ...(await measureLive(bench, context, pageOf))];
  } finally {
    await browser.close();
  }
}

async function measureStill(
  bench: Workbench,
  context: BrowserContext,
  pageOf: (id: string) => string,
): Promise<Figure[]> {
  const caller = await bench.caller();
  const uploaded = async (tests: number) => {
    const { id, position } = await upload(bench, caller, await bench.project(), reportOf(tests, 1));
    await caller.call('GET', `/test-runs/${id}`, undefined, { 'Min-Position': position });
    return id;
  };
  const [large, small] = [await uploaded(count), await uploaded(50)];
  const watched = await openPageUnderMeasure(context);
  const [opened, bareOpened, whole]: [number[], number[], number[]] = [[], [], []];
  for (let opening = 0; opening <= openings; opening++) {
    const few = await watched.open(pageOf(small), firstRow);
    const many = await watched.open(pageOf(large), firstRow);
    const all = await watched.page.evaluate<number>(untilWhole);
    // The first time, the scripts come from the service.
    if (opening === 0) continue;
    bareOpened.push(few);
    opened.push(many);
    whole.push(all);
  }
  bench.say(`  opened in ${opened.map((took) => took.toFixed(0)).join(', ')} ms`);
  const filtered = await timesOf(watched.page, typeAndWait);
  await watched.page.close();
  const bare = await context.newPage();
  await showBareList(bare, count);
  const bareFiltered = await timesOf(bare, filterBare);
  await bare.close();
  return [
    {
      name: `a run of ${tests} tests opens, until its first row is painted`,
      unit: 'ms',
      measured: medianAndTail(opened),
      floor: medianAndTail(bareOpened),
      floorIs: 'the same page with a run of 50 tests',
      aim: 1_500,
    },
    {
      name: '  until all of its tests are there',
      unit: 'ms',
      measured: medianAndTail(whole),
      floor: medianAndTail(bareOpened),
      floorIs: 'the same page with a run of 50 tests',
    },
    {
      name: `${tests} tests are filtered by what is typed, until that is painted`,
      unit: 'ms',
      measured: medianAndTail(filtered),
      floor: medianAndTail(bareFiltered),
      floorIs: 'a list of as many texts without anything else',
      aim: 100,
    },
  ];
}

/** Waits until no more tests are read. Milliseconds from the request of the page. */
const untilWhole = `new Promise((whole) => {
  const look = () => {
    if (/ tests loaded …/.test(document.body.innerText)) return false;
    requestAnimationFrame(() => whole(performance.now()));
    return true;
  };
  if (look()) return;
  const changes = new MutationObserver(() => look() && changes.disconnect());
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Types into the search, and waits for the frame in which another number of tests is shown. */
const typeAndWait = (text: string) => `new Promise((painted) => {
  const field = document.querySelector('input[aria-label="Search tests"]');
  const counted = () => /[\\d,]+ of ${tests} tests/.exec(document.body.innerText)?.[0];
  const before = counted();
  const began = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const changes = new MutationObserver(() => {
    if (counted() === before) return;
    changes.disconnect();
    requestAnimationFrame(() => painted(performance.now() - began));
  });
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

const filterBare = (text: string) => `new Promise((painted) => {
  const began = performance.now();
  window.filterBy(${JSON.stringify(text)});
  requestAnimationFrame(() => painted(performance.now() - began));
})`;

/** Narrower and wider by turns; each leaves another number of tests than the one before. */
async function timesOf(page: Page, script: (text: string) => string): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < filterings; index++) {
    const text = ['case 1', 'case 12', 'case', 'case 49'][index % 4] ?? '';
    took.push(await page.evaluate<number>(script(text)));
  }
  return took;
}

async function measureLive(
  bench: Workbench,
  context: BrowserContext,
  pageOf: (id: string) => string,
): Promise<Figure[]> {
  const agent = await joinAgent(bench, 1);
  try {
    const id = await startRun(bench, agent, madeUpTests(count, files), 1);
    await untilAllAreListed(bench, id);
    const watched = await openPageUnderMeasure(context);
    await watched.open(pageOf(id), firstRow);
    await watched.page.evaluate(untilWhole);
    const before = await watched.liveMegabytes();
    let rate = 0;
    const frames = await framesDuring(watched, async () => {
      rate = await postResults(agent);
    });
    const after = await watched.liveMegabytes();
    await watched.page.close();
    bench.say(
      `  ${rate.toFixed(0)} results/s; ${frames.longTasks.length} tasks of 50 ms and more, the longest ${Math.max(0, ...frames.longTasks).toFixed(0)} ms`,
    );
    const bare = await bareFrames(context);
    const long = (tasks: readonly number[]) => ({
      p50: tasks.length === 0 ? 0 : quantile(tasks, 0.5),
      p99: tasks.length === 0 ? 0 : quantile(tasks, 0.99),
    });
    const meanwhile = `${rate.toFixed(0)} results/s into ${tests} tests`;
    return [
      {
        name: `${meanwhile}: from frame to frame`,
        unit: 'ms',
        measured: medianAndTail(frames.between),
        floor: medianAndTail(bare.between),
        floorIs: `${perSecond} changes/s of a list without anything else`,
      },
      {
        name: '  tasks of 50 ms and more',
        unit: 'ms',
        measured: long(frames.longTasks),
        floor: null,
        floorIs: `of the bare list ${bare.longTasks.length}`,
        aim: 100,
        aimIsTail: true,
      },
      {
        name: '  live memory of the page after a minute',
        unit: 'MB',
        measured: { p50: after },
        floor: median([before]),
        floorIs: 'the same page before the first result',
      },
    ];
  } finally {
    agent.leave();
  }
}

async function untilAllAreListed(bench: Workbench, id: string): Promise<void> {
  const { get } = await bench.caller();
  for (;;) {
    const { tests: last } = await get<TestResultsPage>(`/test-runs/${id}/results?offset=${count - 1}&limit=1`);
    if (last.length === 1) return;
    await pause(100);
  }
}

async function framesDuring(watched: PageUnderMeasure, work: () => Promise<unknown>): Promise<Frames> {
  const ended = await watched.watchFrames();
  await work();
  return ended();
}

/** Posts results at the pace, as many as are due. @returns how many a second the service took */
async function postResults(agent: HonestAgent): Promise<number> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  let posted = 0;
  for (let unit = await agent.claim(0); unit; unit = await agent.claim(0)) {
    for (let at = 0; at < unit.tests.length; at += atOnce) {
      await pause(Math.max(0, (posted / perSecond - passed()) * 1000));
      const next = unit.tests.slice(at, at + atOnce);
      await agent.post(
        unit,
        next.flatMap(({ testId }, index) => [started(testId), finished(testId, at + index)]),
      );
      posted += next.length;
      if (passed() >= seconds) return posted / passed();
    }
    await agent.post(unit, [{ type: 'unitCompleted', problem: null }]);
  }
  throw new Error('the run has ended early');
}

async function bareFrames(context: BrowserContext): Promise<Frames> {
  const watched = await openPageUnderMeasure(context);
  await showBareList(watched.page, count);
  const frames = await framesDuring(watched, () =>
    watched.page.evaluate(`new Promise((done) => {
      const began = performance.now();
      let changed = 0;
      const timer = setInterval(() => {
        const passed = performance.now() - began;
        for (; changed < (passed * ${perSecond}) / 1000; changed++) window.change(changed % 36);
        if (passed < ${bareSeconds * 1000}) return;
        clearInterval(timer);
        done();
      }, 5);
    })`),
  );
  await watched.page.close();
  return frames;
}
