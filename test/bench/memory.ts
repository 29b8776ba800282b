import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Figure } from './figures.ts';
import type { Workbench } from './workbench.ts';

/** @returns resident memory in MB; undefined where the system does not tell. */
async function residentMegabytes(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

async function emptyProcess(): Promise<number | undefined> {
  const child = spawn(process.execPath, ['--eval', "process.stdin.resume(); process.stdout.write('ready')"]);
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const megabytes = child.pid === undefined ? undefined : await residentMegabytes(child.pid);
  child.kill();
  return megabytes;
}

/** Resident memory of each process, after all that was measured on this installation before. */
export async function measureMemory(bench: Workbench, when: string): Promise<Figure[]> {
  const empty = await emptyProcess();
  const figures: Figure[] = [];
  for (const [name, pid] of Object.entries(await bench.pids())) {
    const megabytes = await residentMegabytes(pid);
    if (megabytes === undefined) continue;
    figures.push({
      name: `memory of the ${name}, ${when}`,
      unit: 'MB',
      measured: { p50: megabytes },
      floor: empty === undefined ? null : { p50: empty },
      floorIs: 'an empty Node process',
    });
  }
  return figures;
}
