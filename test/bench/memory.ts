import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Figure } from './figures.ts';
import type { Workbench } from './workbench.ts';

type Resident = { all: number; files: number };

/** @returns resident memory in MB, and how much of it is file pages; undefined where the system does not tell. */
export async function residentMegabytes(pid: number): Promise<Resident | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { all: megabytes('VmRSS'), files: megabytes('RssFile') };
}

async function emptyProcess(): Promise<Resident | undefined> {
  const child = spawn(process.execPath, ['--eval', "process.stdin.resume(); process.stdout.write('ready')"]);
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const resident = child.pid === undefined ? undefined : await residentMegabytes(child.pid);
  child.kill();
  return resident;
}

/** Megabytes of file pages from which a process counts as one that has mapped its data. */
const mostlyMapped = 100;

/** Resident memory of each process, after everything measured on this installation so far. */
export async function measureMemory(bench: Workbench, when: string): Promise<Figure[]> {
  const empty = await emptyProcess();
  const figures: Figure[] = [];
  for (const [name, pid] of Object.entries(await bench.pids())) {
    const resident = await residentMegabytes(pid);
    if (!resident || !empty) continue;
    const figure = { unit: 'MB', floorIs: 'an empty Node process' } as const;
    figures.push({
      ...figure,
      name: `memory of the ${name}, ${when}`,
      measured: { p50: resident.all },
      floor: { p50: empty.all },
    });
    // The system reclaims a store's mapped file pages when others need the memory.
    if (resident.files < mostlyMapped) continue;
    figures.push({
      ...figure,
      name: `  of it outside mapped files`,
      measured: { p50: resident.all - resident.files },
      floor: { p50: empty.all - empty.files },
    });
  }
  return figures;
}
