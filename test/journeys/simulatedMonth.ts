import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRunInfo } from '@assay/contract';
import type { Page } from 'playwright-core';
import { addAxe } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { copyOfGoldenFolder } from '../support/goldenFolder.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';

/** Runs `npm run simulate` on a data folder. @returns the exit code and the output */
async function simulate(dataDir: string, ...args: string[]): Promise<[number | null, string]> {
  const bundle = join(import.meta.dirname, '../../dist/simulate.js');
  const child = spawn(process.execPath, [bundle, ...args], { env: { ...process.env, ASSAY_DATA_DIR: dataDir } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  return [await new Promise<number | null>((resolve) => child.once('close', resolve)), output];
}

const dayMs = 24 * 3_600_000;
const countFile = 'simulated-runs';

async function fillWithMonth(dataDir: string): Promise<void> {
  const installation = await startInstallation({ dataDir });
  expect(await simulate(dataDir)).toEqual([1, expect.stringContaining('Stop it first')]);
  await installation.stop();
  expect(await simulate(dataDir, '--days', '0')).toEqual([1, expect.stringContaining('from 1 to 90')]);
  expect(await simulate(dataDir, '--account', 'nobody')).toEqual([1, expect.stringContaining("called 'nobody'")]);
  const [code, said] = await simulate(dataDir, '--days', '30');
  expect([code, said]).toEqual([0, expect.stringMatching(/\d+ runs of 30 days in 3 projects/)]);
  expect(await simulate(dataDir)).toEqual([1, expect.stringContaining('has a simulated history already')]);
  await writeFile(join(dataDir, countFile), /(\d+) runs of/.exec(said)?.[1] ?? '');
}

export type SimulatedMonth = {
  installation: Installation;
  caller: Caller;
  /** Signed in, with axe. */
  page: Page;
  /** Uncaught errors of the page. */
  errors: string[];
  /** The number of runs that the command reported. */
  written: number;
  /** What analytics count of the month. */
  count(): Promise<TestRunInfo['all']>;
  stop(): Promise<void>;
};

/** Starts an installation with a simulated month of runs, and a browser. */
export async function startSimulatedMonth(): Promise<SimulatedMonth> {
  const browser = await openBrowser();
  const dataDir = await copyOfGoldenFolder('simulated month', fillWithMonth);
  const installation = await startInstallation({ dataDir });
  const caller = await signIn(installation.url, admin);
  const written = Number(await readFile(join(dataDir, countFile), 'utf8'));
  const span = new URLSearchParams({
    start: new Date(Date.now() - 40 * dayMs).toISOString(),
    end: new Date(Date.now() + dayMs).toISOString(),
  });
  const count = async () => (await caller.get<TestRunInfo>(`/test-runs/test-run-info?${span}`)).all;
  // The read models are still being built from the log.
  await eventually(async () => {
    const { runs, unfinished } = await count();
    return runs === written && unfinished === 0;
  });
  const { page, errors } = await openPage(browser);
  await addAxe(page);
  await signInAt(page, installation.url);
  return {
    installation,
    caller,
    page,
    errors,
    written,
    count,
    stop: async () => {
      await browser.close();
      await installation.stop();
      await installation.remove();
    },
  };
}
