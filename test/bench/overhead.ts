import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { makeRepository } from '../support/makeRepository.ts';
import type { Figure } from './figures.ts';
import { realRuns, sleepingFiles } from './realRuns.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const rounds = 3;
const sample = { cart: [1, 2, 1], checkout: [3, 1, 1], stock: [2, 2, 2], vouchers: [1, 1, 3] };

/** Assay's overhead over the plain command: the whole run of one runner, from the request to the verdict. */
export async function measureOverhead(bench: Workbench): Promise<Figure[]> {
  const repository = await makeRepository(sleepingFiles(sample));
  try {
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) bare.push((await timed(() => bareRun(repository.path))) / 1000);
    const floor = median(bare);
    const whole = await wholeRuns(bench, repository.path, 'none');
    const isolated: Figure[] = [];
    for (const way of waysToIsolate()) {
      isolated.push({
        name: `the same, isolated by ${way}`,
        unit: 's',
        measured: median(await wholeRuns(bench, repository.path, way)),
        floor: median(whole),
        floorIs: 'the same, not isolated',
        aim: median(whole).p50 * 1.05 + 1,
      });
    }
    return [
      {
        name: 'beyond the bare command, in a warm project of one runner',
        unit: 's',
        measured: { p50: median(whole).p50 - floor.p50 },
        floor: null,
        floorIs: '',
        aim: 3,
      },
      {
        name: 'whole run of one runner',
        unit: 's',
        measured: median(whole),
        floor,
        floorIs: 'the bare framework command on the same files',
        aim: floor.p50 * 1.05 + 2,
      },
      ...isolated,
    ];
  } finally {
    await repository.remove();
  }
}

/** What this machine has, see `docs/operating.md`. */
export function waysToIsolate(): string[] {
  const hasBubblewrap = spawnSync('bwrap', ['--version']).status === 0;
  return [...(hasBubblewrap ? ['bubblewrap'] : []), ...(process.getuid?.() === 0 ? ['user'] : [])];
}

/** @returns how long each run took from its request to its verdict, in seconds */
async function wholeRuns(bench: Workbench, gitUrl: string, isolate: string): Promise<number[]> {
  const project = { key: `overhead-${isolate}`, gitUrl, runners: 1, isolate };
  // The first run creates the clone that later ones fetch into.
  const runs = await realRuns(bench, { ...project, rounds: rounds + 1 });
  return runs.slice(1).map(({ run }) => (Date.parse(run.endTime ?? '') - Date.parse(run.createdAt)) / 1000);
}

async function bareRun(directory: string): Promise<void> {
  const modules = resolve('node_modules');
  const command = join(modules, '@cucumber/cucumber/bin/cucumber.js');
  const env = { ...process.env, NODE_PATH: modules };
  const child = spawn(process.execPath, [command], { cwd: directory, env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the bare command ended with ${code}`);
}
