import type { RunLogText, TestRunView } from '@assay/contract';
import type { BrowserContext } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import type { Figure } from './figures.ts';
import { joinAgent, madeUpTests } from './honestAgent.ts';
import { openPageUnderMeasure } from './pageUnderMeasure.ts';
import { runUnit } from './runUnit.ts';
import { median, medianAndTail, timed } from './samples.ts';
import { createRun } from './startRun.ts';
import type { Workbench } from './workbench.ts';

const lineBytes = 100;
const linesInPart = 2_500;
/** As many as fit into the longest log that is kept. */
const lines = 200_000;
const openings = 5;
const firstLine = '[role=log] [data-index]';

/** A log of 20 MB, the longest that the service keeps, in a real browser: until its first lines are there, and until all of it is. */
export async function measureLargeLogPage(bench: Workbench): Promise<Figure[]> {
  const large = await runWithLog(bench, lines);
  const small = await runWithLog(bench, 1);
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await signInAt(page, bench.url());
    const runs = page.url().replace(/\/test-runs.*$/, '/test-runs');
    return await measured(bench, page.context(), { large, small, pageOf: (id) => `${runs}/${id}/logs?log=setup` });
  } finally {
    await browser.close();
  }
}

async function measured(
  bench: Workbench,
  context: BrowserContext,
  { large, small, pageOf }: { large: string; small: string; pageOf: (id: string) => string },
): Promise<Figure[]> {
  const [opened, bareOpened]: [number[], number[]] = [[], []];
  for (let opening = 0; opening <= openings; opening++) {
    for (const [id, times] of [
      [small, bareOpened],
      [large, opened],
    ] as const) {
      const watched = await openPageUnderMeasure(context);
      const took = await watched.open(pageOf(id), firstLine);
      await watched.page.close();
      // The first time, the scripts come from the service.
      if (opening > 0) times.push(took);
    }
  }
  bench.say(`  opened in ${opened.map((took) => took.toFixed(0)).join(', ')} ms`);
  const watched = await openPageUnderMeasure(context);
  await watched.open(pageOf(small), firstLine);
  const before = await watched.liveMegabytes();
  const wholeMs = await timed(async () => {
    await watched.open(pageOf(large), firstLine);
    await watched.page.getByText(`${lines.toLocaleString('en')} lines`).waitFor({ timeout: 0 });
  });
  const after = await watched.liveMegabytes();
  const readMs = await timed(() => readAll(bench, large));
  return [
    {
      name: 'a log of 20 MB, the longest that is kept, opens, until its first line is painted',
      unit: 'ms',
      measured: medianAndTail(opened),
      floor: medianAndTail(bareOpened),
      floorIs: 'the same page with a log of one line',
      aim: 1_000,
    },
    {
      name: '  until all of its 200,000 lines are there',
      unit: 's',
      measured: { p50: wholeMs / 1000 },
      floor: { p50: readMs / 1000 },
      floorIs: 'Node reads the same parts, one after the other',
    },
    {
      name: '  live memory of the page with all of it',
      unit: 'MB',
      measured: { p50: after },
      floor: median([before]),
      floorIs: 'the same page with a log of one line',
    },
  ];
}

/** A finished run of one test whose set-up has written so many lines. @returns its id */
async function runWithLog(bench: Workbench, lines: number): Promise<string> {
  const agent = await joinAgent(bench, 1);
  try {
    const id = await createRun(bench, 1);
    const setUp = await agent.takeSetUp();
    let offset = 0;
    for (let from = 0; from < lines; from += linesInPart) {
      const part = Array.from({ length: Math.min(linesInPart, lines - from) }, (_, index) => lineOf(from + index));
      offset = await agent.log({ testRunId: setUp.run.testRunId, log: 'setup', offset, text: part.join('') });
    }
    await agent.list(setUp, madeUpTests(1, 1));
    const unit = await agent.claim(0);
    if (!unit) throw new Error('there is no test to run');
    await runUnit(agent, unit);
    const { get } = await bench.caller();
    while ((await get<TestRunView>(`/test-runs/${id}`)).endTime === null);
    return id;
  } finally {
    agent.leave();
  }
}

function lineOf(index: number): string {
  return `${String(index + 1).padStart(9)} npm http fetch GET 200 https://registry.example.org/left-pad`
    .padEnd(lineBytes - 1, '.')
    .concat('\n');
}

async function readAll(bench: Workbench, id: string): Promise<void> {
  const { get } = await bench.caller();
  for (let offset = 0; ; ) {
    const { nextOffset, size } = await get<RunLogText>(`/test-runs/${id}/logs/setup?offset=${offset}`);
    if (nextOffset === offset || nextOffset >= size) return;
    offset = nextOffset;
  }
}
