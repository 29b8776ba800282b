import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 100_000;
const readModels = ['testRunSummaries', 'testRunTests'];
const run = promisify(execFile);
const command = join(import.meta.dirname, '../../dist/rebuild.js');

/** @returns how many events the log holds, by reading all of them and doing nothing with them. */
async function readAll(bench: Workbench): Promise<number> {
  const client = await bench.events();
  let count = 0;
  for await (const _ of client.readAll()) count += 1;
  return count;
}

/** Events per second of `npm run rebuild` over the log of many runs. */
export async function measureRebuild(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  let events = 0;
  const readMs = await timed(async () => {
    events = await readAll(bench);
  });
  const figures: Figure[] = [];
  for (const name of readModels) {
    const { stdout } = await run(process.execPath, [command, name], {
      env: { ...process.env, ASSAY_DATA_DIR: bench.dataDir },
    });
    const [, seconds] = /rebuilt in ([\d.]+) s/.exec(stdout) ?? [];
    if (!seconds) throw new Error(`the rebuild said: ${stdout}`);
    figures.push({
      name: `rebuild of ${name}, ${events.toLocaleString('en')} events`,
      unit: 'events/s',
      measured: { p50: events / Number(seconds) },
      floor: { p50: events / (readMs / 1000) },
      floorIs: 'the official client reads $all and does nothing',
    });
  }
  return figures;
}
