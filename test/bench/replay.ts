import { join } from 'node:path';
import { isFinished, type TestRunView } from '@assay/contract';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../packages/runner-agent/src/browser/findChromium.ts';
import { signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { runUnit } from './runUnit.ts';
import { medianAndTail, type Spread } from './samples.ts';
import { startRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const testCount = 50_000;
const files = 1_000;
const runners = 8;
const rounds = 5;
const seeks = 40;

/** @returns the id of a finished run of many tests */
async function finishedRun(bench: Workbench): Promise<string> {
  const { get } = await bench.caller();
  const agent = await joinAgent(bench, runners);
  try {
    const runId = await startRun(bench, agent, madeUpTests(testCount, files), runners);
    const runSlot = async (slot: number): Promise<void> => {
      for (let unit = await agent.claim(slot); unit; unit = await agent.claim(slot)) await runUnit(agent, unit);
    };
    const slots = Promise.all(Array.from({ length: runners }, (_, slot) => runSlot(slot)));
    const ended = async (): Promise<void> => {
      while (!isFinished((await get<TestRunView>(`/test-runs/${runId}`)).status))
        await new Promise((resolve) => setTimeout(resolve, 500));
    };
    await Promise.race([slots, ended()]);
    await ended();
    return runId;
  } finally {
    agent.leave();
  }
}

/** @returns milliseconds until a page that was just asked for has painted what was waited for */
async function untilPainted(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  return page.evaluate<number>('new Promise((done) => requestAnimationFrame(() => done(performance.now())))');
}

/** In the page. The second frame begins when the first one has been painted. */
const jump = `(at) => {
  const track = document.querySelector('[role=slider]');
  const { left, width, top } = track.getBoundingClientRect();
  const where = { clientX: left + (at ?? 0) * width, clientY: top + 50, pointerId: 1, bubbles: true };
  const began = performance.now();
  if (at !== null) {
    track.dispatchEvent(new PointerEvent('pointerdown', where));
    track.dispatchEvent(new PointerEvent('pointerup', where));
  }
  return new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began))),
  );
}`;

/** @returns milliseconds from a jump to a place of the track until the frame that shows it; `share` null: nothing changes */
async function seek(page: Page, share: number | null): Promise<number> {
  return page.evaluate<number>(`(${jump})(${share})`);
}

async function several(times: number, measure: (round: number) => Promise<number>): Promise<Spread> {
  const samples: number[] = [];
  for (let round = 0; round < times; round++) samples.push(await measure(round));
  return medianAndTail(samples);
}

/** The replay of a large run in a browser: until it shows, and until it shows another moment. */
export async function measureReplay(bench: Workbench): Promise<Figure[]> {
  const runId = await finishedRun(bench);
  const found = await findChromium(process.env, join(bench.dataDir, 'chromium'));
  const browser = await chromium.launch({ executablePath: found?.executable, args: found?.args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signInAt(page, bench.url());
    const [account] = new URL(page.url()).pathname.split('/').filter((part) => part !== '');
    const run = `${bench.url()}/${account}/test-runs/${runId}`;
    const first = await several(rounds, () => untilPainted(page, `${run}/replay`, '[role=slider]'));
    const itself = await several(rounds, () => untilPainted(page, run, '[role=tree] [role=treeitem]'));

    await page.goto(`${run}/replay`);
    await page.getByText(/event [\d,]+ of [\d,]+$/).waitFor();
    await page.getByRole('treeitem').first().waitFor({ state: 'attached' });
    // Places all over the run, in no order.
    const jumps = await several(seeks, (round) => seek(page, ((round * 37) % seeks) / seeks));
    const still = await several(seeks, () => seek(page, null));
    const tests = `replay of ${testCount.toLocaleString('en')} tests`;
    return [
      {
        name: `${tests}, opened until it is painted`,
        unit: 'ms',
        measured: first,
        floor: itself,
        floorIs: "the run's own page until its tests are painted",
        aim: 1_000,
      },
      {
        name: `${tests}, a jump until its frame is painted`,
        unit: 'ms',
        measured: jumps,
        floor: still,
        floorIs: 'two frames of the same page without a change',
        aim: 100,
      },
    ];
  } finally {
    await browser.close();
  }
}
