import { setTimeout as pause } from 'node:timers/promises';
import type { TestRunView } from '@assay/contract';
import type { Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { openPageUnderMeasure } from './pageUnderMeasure.ts';
import { runUnit } from './runUnit.ts';
import { medianAndTail } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const count = 50_000;
const few = 50;
const files = 1_000;
const runners = 8;
const openings = 5;
const seeks = 20;
const firstRow = '[role=treeitem]';

/** The replay of a run of 50,000 tests in a real browser, beside that of a small one: opened, and sought in. */
export async function measureReplayPage(bench: Workbench): Promise<Figure[]> {
  const large = await finishedRunOf(bench, count, files);
  const small = await finishedRunOf(bench, few, 1);
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const replayOf = (id: string) => `${page.url().replace(/\/test-runs.*$/, '/test-runs')}/${id}/replay`;
    const watched = await openPageUnderMeasure(page.context());
    const [opened, bareOpened]: [number[], number[]] = [[], []];
    for (let opening = 0; opening <= openings; opening++) {
      const bare = await watched.open(replayOf(small), firstRow);
      const many = await watched.open(replayOf(large), firstRow);
      // The first time, the scripts come from the service.
      if (opening === 0) continue;
      bareOpened.push(bare);
      opened.push(many);
    }
    bench.say(`  opened in ${opened.map((took) => took.toFixed(0)).join(', ')} ms`);
    const sought = await seekTimes(watched.page);
    await watched.open(replayOf(small), firstRow);
    const bareSought = await seekTimes(watched.page);
    const tests = count.toLocaleString('en');
    return [
      {
        name: `the replay of ${tests} tests opens, until its first row is painted`,
        unit: 'ms',
        measured: medianAndTail(opened),
        floor: medianAndTail(bareOpened),
        floorIs: `the same page with a run of ${few} tests`,
        aim: 1_000,
      },
      {
        name: `another moment of the replay of ${tests} tests, until it is painted`,
        unit: 'ms',
        measured: medianAndTail(sought),
        floor: medianAndTail(bareSought),
        floorIs: `the same in a run of ${few} tests`,
        aim: 100,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** @returns the id of a run with so many tests, whose results the read models show */
async function finishedRunOf(bench: Workbench, tests: number, files: number): Promise<string> {
  const { get } = await bench.caller();
  const agent = await joinAgent(bench, runners);
  try {
    const id = await startRun(bench, agent, madeUpTests(tests, files), runners);
    const runSlot = async (slot: number): Promise<void> => {
      for (let unit = await agent.claim(slot); unit; unit = await agent.claim(slot)) await runUnit(agent, unit);
    };
    const slots = Promise.all(Array.from({ length: runners }, (_, slot) => runSlot(slot)));
    const ended = async () => {
      while ((await get<TestRunView>(`/test-runs/${id}`)).endTime === null) await pause(500);
    };
    await Promise.race([ended(), slots.then(ended)]);
    return id;
  } finally {
    agent.leave();
  }
}

/** Takes the handle to a place, in hundredths of the whole, and waits for the frame in which another event is shown. */
const seek = (place: number) => `new Promise((painted) => {
  const track = document.querySelector('[role=slider][aria-label=Moment]');
  const told = () => /event [\\d,]+ of/.exec(document.body.innerText)?.[0];
  const before = told();
  const { left, top, width, height } = track.getBoundingClientRect();
  const at = { clientX: left + (width * ${place}) / 100, clientY: top + height / 2, bubbles: true, pointerId: 1 };
  const began = performance.now();
  const changes = new MutationObserver(() => {
    if (told() === before) return;
    changes.disconnect();
    requestAnimationFrame(() => painted(performance.now() - began));
  });
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
  track.setPointerCapture = () => undefined;
  track.dispatchEvent(new PointerEvent('pointerdown', at));
  track.dispatchEvent(new PointerEvent('pointerup', at));
})`;

/** Back and forth over all of it, once all of it has been read. */
async function seekTimes(page: Page): Promise<number[]> {
  const bar = page.getByRole('region', { name: 'Replay' });
  await bar.getByText(/event [\d,]+ of [\d,]+$/).waitFor();
  const took: number[] = [];
  for (let index = 0; index < seeks; index++) {
    took.push(await page.evaluate<number>(seek([50, 95, 10, 75, 30][index % 5] ?? 0)));
  }
  return took;
}
