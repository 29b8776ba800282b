import { join } from 'node:path';
import type { TestId } from '@assay/contract';
import { chromium, type Page } from 'playwright-core';
import { findChromium, searchAsAgent } from '../../packages/runner-agent/src/browser/findChromium.ts';
import { admin } from '../support/installation.ts';
import type { Figure } from './figures.ts';
import { madeUpTests } from './honestAgent.ts';
import { latenciesAtLightLoad } from './lightLoad.ts';
import { measurePushFloor } from './pushFloor.ts';
import { medianAndTail } from './samples.ts';
import type { Workbench } from './workbench.ts';

/** As many rows as fit on a screen: those below are not painted. */
const testCount = 24;
const runs = 8;

/** Runs in the page: records, by a row's label, when the frame with its newest state was about to be painted. */
const noteRows = `
  window.paintedAt = {};
  const note = (row) => {
    const label = row.getAttribute('aria-label');
    if (label) requestAnimationFrame(() => { window.paintedAt[label] ??= performance.timeOrigin + performance.now(); });
  };
  new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations) {
      if (type === 'attributes') note(target);
      for (const node of addedNodes) {
        if (node instanceof Element) for (const row of [node, ...node.querySelectorAll('[role=treeitem]')]) note(row);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] });
`;

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel(/e-?mail/i).fill(admin.email);
  await page.getByLabel(/^password/i).fill(admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/test-runs/);
}

/** Milliseconds from an agent's post of a result to the frame that shows it on the run's page, at a light load. */
export async function measurePaintLatency(bench: Workbench): Promise<Figure[]> {
  const found = await findChromium(searchAsAgent, process.env, join(bench.dataDir, 'chromium'));
  const browser = await chromium.launch({ executablePath: found?.executable, args: found?.args });
  const latencies: number[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.addInitScript(noteRows);
    await signIn(page, bench.url());
    const [account] = new URL(page.url()).pathname.split('/').filter((part) => part !== '');
    for (let run = 0; run < runs; run++) {
      const tests = madeUpTests(testCount, 1);
      const nameOf = new Map(tests.map(({ testId, name }) => [testId, name]));
      latencies.push(
        ...(await latenciesAtLightLoad(bench, tests, async (runId) => {
          await page.goto(`${bench.url()}/${account}/test-runs/${runId}`);
          await page.getByRole('treeitem', { name: `Pending ${tests[0]?.name}` }).waitFor();
          const label = (testId: TestId, word: string) => `${nameOf.get(testId)}, ${word}`;
          return {
            noticed: async (testId) =>
              page.evaluate<number | undefined>(
                `window.paintedAt[${JSON.stringify(label(testId, 'Passed'))}] ?? window.paintedAt[${JSON.stringify(label(testId, 'Running'))}]`,
              ),
          };
        })),
      );
    }
  } finally {
    await browser.close();
  }
  return [
    {
      name: 'post of a result to the painted row, 20 results/s',
      unit: 'ms',
      measured: medianAndTail(latencies),
      floor: await measurePushFloor(),
      floorIs: 'append, subscription, socket.io; no browser',
    },
  ];
}
