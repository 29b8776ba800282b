import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Figure } from './figures.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const rounds = 3;
/** The launcher itself comes on top of those it lists. */
const launcher = 1;

async function emptyProcesses(count: number): Promise<void> {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['--eval', '']));
  await Promise.all(children.map((child) => once(child, 'exit')));
}

/** Seconds from the start of the launcher on existing data until it is ready, including the agent. */
export async function measureStartUp(bench: Workbench, data: string): Promise<Figure[]> {
  const [starts, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    starts.push((await bench.restart(true)) / 1000);
    const processes = Object.keys(await bench.pids()).length + launcher;
    floors.push((await timed(() => emptyProcesses(processes))) / 1000);
  }
  return [
    {
      name: `start to ready, ${data}`,
      unit: 's',
      measured: median(starts),
      floor: median(floors),
      floorIs: 'as many empty Node processes, started at once',
      aim: 8,
    },
  ];
}
