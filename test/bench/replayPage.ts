import { setTimeout as pause } from 'node:timers/promises';
import type { TestRunView } from '@assay/contract';
import type { BrowserContext } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { openPageUnderMeasure } from './pageUnderMeasure.ts';
import { runUnit } from './runUnit.ts';
import { median, medianAndTail, timed } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const count = 50_000;
const tests = count.toLocaleString('en');
const files = 1_000;
const runners = 8;
const openings = 5;
const seeks = 20;
const track = '[role=slider][aria-label=Moment]';

/** Of a page of a replay: when it was painted, all of it was there, and what a seek took, in milliseconds; MB of memory. */
type Replayed = { painted: number[]; whole: number[]; sought: number[]; megabytes: number };

/** The replay of a run of 50,000 tests in a real browser: opened, read to its end, and scrubbed. */
export async function measureReplayPage(bench: Workbench): Promise<Figure[]> {
  const [large, small] = [await finishedRun(bench, count), await finishedRun(bench, 50)];
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const runs = page.url().replace(/\/test-runs.*$/, '/test-runs');
    const context = page.context();
    await page.close();
    // What passed is counted, so that it shows when the tests are drawn as they stood.
    const pageOf = (id: string) => `${runs}/${id}/replay?status=PASS`;
    const bare = await measured(context, pageOf(small), [1, 0]);
    const many = await measured(context, pageOf(large), [1, 0.3, 0.7, 0]);
    bench.say(`  painted in ${many.painted.map((took) => took.toFixed(0)).join(', ')} ms`);
    bench.say(`  sought in ${many.sought.map((took) => took.toFixed(0)).join(', ')} ms`);
    return figuresOf(many, bare);
  } finally {
    await browser.close();
  }
}

function figuresOf(many: Replayed, bare: Replayed): Figure[] {
  const floorIs = 'the same page with a run of 50 tests';
  return [
    {
      name: `the replay of a run of ${tests} tests opens, until it is painted`,
      unit: 'ms',
      measured: medianAndTail(many.painted),
      floor: medianAndTail(bare.painted),
      floorIs,
      aim: 1_000,
    },
    {
      name: '  until all of it can be played',
      unit: 'ms',
      measured: median(many.whole),
      floor: median(bare.whole),
      floorIs,
    },
    {
      name: '  another moment is sought, until its tests are painted',
      unit: 'ms',
      measured: medianAndTail(many.sought),
      floor: medianAndTail(bare.sought),
      floorIs,
      aim: 100,
    },
    {
      name: '  live memory of the page',
      unit: 'MB',
      measured: { p50: many.megabytes },
      floor: { p50: bare.megabytes },
      floorIs,
    },
  ];
}

/** @param places that are sought one after the other, as shares of the track; each has other tests passed than the one before */
async function measured(context: BrowserContext, url: string, places: readonly number[]): Promise<Replayed> {
  const watched = await openPageUnderMeasure(context);
  const [painted, whole, sought]: [number[], number[], number[]] = [[], [], []];
  for (let opening = 0; opening <= openings; opening++) {
    let first = 0;
    const all = await timed(async () => {
      first = await watched.open(url, track);
      await watched.page.evaluate(untilWhole);
    });
    // The first time, the scripts come from the service.
    if (opening === 0) continue;
    painted.push(first);
    whole.push(all);
  }
  for (let index = 0; index < seeks; index++) {
    sought.push(await watched.page.evaluate<number>(seekTo(places[index % places.length] ?? 0)));
  }
  const megabytes = await watched.liveMegabytes();
  await watched.page.close();
  return { painted, whole, sought, megabytes };
}

const untilWhole = `new Promise((whole) => {
  const look = () => / in · event .* of (?!.*loading)/.test(document.querySelector('section[aria-label=Replay]').innerText);
  if (look()) return whole();
  const changes = new MutationObserver(() => look() && (changes.disconnect(), whole()));
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Presses the track and lets go, and waits for the frame in which another number of tests has passed. */
const seekTo = (share: number) => `new Promise((painted) => {
  const track = document.querySelector(${JSON.stringify(track)});
  const counted = () => /[\\d,]+ of [\\d,]+ tests/.exec(document.body.innerText)?.[0];
  const before = counted();
  const { left, width, top } = track.getBoundingClientRect();
  // Only a pointer that is there can be captured.
  track.setPointerCapture = undefined;
  const began = performance.now();
  const changes = new MutationObserver(() => {
    if (counted() === before) return;
    changes.disconnect();
    requestAnimationFrame(() => painted(performance.now() - began));
  });
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
  const place = { bubbles: true, pointerId: 1, clientX: left + ${share} * width, clientY: top + 1 };
  track.dispatchEvent(new PointerEvent('pointerdown', place));
  track.dispatchEvent(new PointerEvent('pointerup', place));
})`;

/** A run that agents have carried out to its end. @returns its id */
async function finishedRun(bench: Workbench, tests: number): Promise<string> {
  const agent = await joinAgent(bench, runners);
  try {
    const id = await startRun(bench, agent, madeUpTests(tests, Math.min(files, tests)), runners);
    const slots = Array.from({ length: runners }, async (_, slot) => {
      for (let unit = await agent.claim(slot); unit; unit = await agent.claim(slot)) await runUnit(agent, unit);
    });
    const { get } = await bench.caller();
    while ((await get<TestRunView>(`/test-runs/${id}`)).endTime === null) await pause(200);
    agent.leave();
    await Promise.all(slots);
    return id;
  } finally {
    agent.leave();
  }
}
