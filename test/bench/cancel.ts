import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { makeRepository } from '../support/makeRepository.ts';
import { processesOf } from '../support/processesOf.ts';
import { resultsOf, startRun } from '../support/runs.ts';
import type { Figure } from './figures.ts';
import { sleepingFiles, withRealAgent } from './realRuns.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const rounds = 5;
/** Longer than any measurement. */
const sample = { cart: [600] };

/** How long the processes of a run's tests keep running after a user cancels it. */
export async function measureCancel(bench: Workbench): Promise<Figure[]> {
  const repository = await makeRepository(sleepingFiles(sample));
  const key = 'cancel';
  try {
    const outlived = await withRealAgent(
      bench,
      { key, gitUrl: repository.path, runners: 1 },
      async (caller, folder) => {
        const samples: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const id = await startRun(caller, { project: key, environment: key });
          await eventually(async () => (await resultsOf(caller, id)).some(({ status }) => status === 'RUNNING'));
          const workspace = join(folder, 'workspaces', id);
          const left = () => processesOf(workspace);
          if ((await left()).length === 0) throw new Error('no process of the run is seen: this is for Linux');
          samples.push(
            await timed(async () => {
              const { status } = await caller.call('PATCH', `/test-runs/${id}`, { status: 'CANCELED' });
              if (status !== 200) throw new Error(`not canceled: ${status}`);
              await eventually(async () => (await left()).length === 0);
            }),
          );
        }
        return samples;
      },
    );
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) bare.push(await killBare());
    return [
      {
        name: 'canceled run, until its processes are gone',
        unit: 'ms',
        measured: median(outlived),
        floor: median(bare),
        floorIs: 'a bare process that is killed, until that is heard',
        aim: 2_000,
      },
    ];
  } finally {
    await repository.remove();
  }
}

async function killBare(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)']);
  await once(child, 'spawn');
  return timed(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}
