import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { simulateMonth } from '../../packages/launcher/src/simulation/simulatedMonth.ts';
import { makeThings } from './analytics.ts';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { liveCollection } from './liveCollection.ts';
import { processorTimes } from './processorTime.ts';
import type { Workbench } from './workbench.ts';

const month = { days: 30, runsPerDay: 40 };
/** What the dashboard and analytics read. */
const readModels = ['testRunSummaries', 'runStats', 'testStats'];
const run = promisify(execFile);
const command = join(import.meta.dirname, '../../dist/rebuild.js');

/** @returns bytes that a process has had written to disk so far; 0 where the system does not tell */
async function writtenBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  return Number(/^write_bytes: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
}

/** The document store and the projector together, in milliseconds of processor time so far. */
async function spentMs(pids: Record<string, number>): Promise<number> {
  const times = await processorTimes(pids);
  return 1000 * ((times.projector ?? 0) + (times['document store'] ?? 0));
}

/**
 * What each finished run costs the read models behind dashboard and analytics: a rebuild of each over a simulated month,
 * by the number of its runs. Live the same documents are written in smaller batches.
 */
export async function measureRunCost(bench: Workbench): Promise<Figure[]> {
  const things = await makeThings(bench, month);
  let runs = 0;
  await growLog(bench, `${month.days} days`, async (eventLog) => {
    ({ runs } = await simulateMonth(eventLog, things));
  });
  const pids = await bench.pids();
  const db = await bench.readModels();
  const figures: Figure[] = [];
  for (const name of readModels) {
    const [before, writtenBefore] = [await spentMs(pids), await writtenBytes(pids['document store'])];
    await run(process.execPath, [command, name], { env: { ...process.env, ASSAY_DATA_DIR: bench.dataDir } });
    const [after, writtenAfter] = [await spentMs(pids), await writtenBytes(pids['document store'])];
    const { size } = await db.command({ collStats: (await liveCollection(bench, name)).collectionName });
    const perRun = (amount: number) => ({ p50: amount / runs });
    const noFloor = { floor: null, floorIs: '' };
    figures.push(
      {
        name: `${name}, for each of ${runs.toLocaleString('en')} runs: processor time`,
        unit: 'ms',
        measured: perRun(after - before),
        ...noFloor,
      },
      { name: '  documents that stay', unit: 'kB', measured: perRun(size / 1024), ...noFloor },
      { name: '  written to disk', unit: 'kB', measured: perRun((writtenAfter - writtenBefore) / 1024), ...noFloor },
    );
  }
  return figures;
}
