import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId, TestRunId } from '@assay/contract';
import { pino } from 'pino';
import { DiskGuard } from './diskGuard.ts';

const day = 24 * 60 * 60_000;
const start = 100 * day;
/** More than any disk has, so that space is always missing. */
const everything = Number.MAX_SAFE_INTEGER;

describe('the guard of the disk', () => {
  let folder: string;
  let now: number;
  let done: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-guard-'));
    now = start;
    done = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function fill(name: string, kilobytes: number): void {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'file'), Buffer.alloc(kilobytes * 1024, 'x'));
  }

  /** @param idle names of stores that no run uses, with their age in days */
  function guardOf(
    runs: Record<string, string>,
    idle: Record<string, number> = {},
    minFreeDisk = everything,
  ): DiskGuard {
    const held = new Map(Object.entries(runs) as [TestRunId, ProjectId][]);
    const left = new Map(Object.entries(idle));
    return new DiskGuard({
      folder,
      minFreeDisk,
      now: () => now,
      logger: pino({ level: 'silent' }),
      units: {
        runs: held,
        worksOn: (run) => held.has(run),
        endRun: (run) => {
          done.push(`ended ${run}`);
          held.delete(run);
        },
      },
      workspaces: {
        removeWithStores: (run, project) => Promise.resolve(void done.push(`removed ${run} and all of ${project}`)),
      },
      stores: {
        foldersOf: (project) => [join(folder, 'projects', project), join(folder, 'git', project)],
        idle: () =>
          Promise.resolve(
            [...left].map(([name, days]) => ({
              name,
              usedAt: start - days * day,
              remove: () => {
                left.delete(name);
                done.push(`removed ${name}`);
                return Promise.resolve();
              },
            })),
          ),
      },
    });
  }

  it.each([
    ['its home folder and installations', 'projects/p-large'],
    ['the mirror of its repository', 'git/p-large'],
    ['its runs', 'workspaces/run-1'],
    ['the temporary folders of its units', 'unit-tmp/run-1'],
  ])('ends the run of the project that occupies most by %s, and removes what it stored', async (_, place) => {
    for (const name of ['workspaces/run-2', 'projects/p-small', 'git/p-small', 'unit-tmp/run-2']) fill(name, 100);
    fill(place, 500);
    const guard = guardOf({ 'run-2': 'p-small', 'run-1': 'p-large' });
    await guard.check(0);
    expect(done).toEqual(['ended run-1']);
    await guard.check(0);
    expect(done).toEqual(['ended run-1', 'removed run-1 and all of p-large']);
  });

  it('adds up the runs of a project, and ends the largest of them', async () => {
    fill('workspaces/run-1', 400);
    fill('workspaces/run-2', 300);
    fill('workspaces/run-3', 350);
    await guardOf({ 'run-1': 'one', 'run-2': 'two', 'run-3': 'two' }).check(0);
    expect(done).toEqual(['ended run-3']);
  });

  it('removes what no run uses before it ends a run', async () => {
    await guardOf({ 'run-1': 'one' }, { oldest: 3, newest: 1 }).check(0);
    expect(done).toEqual(['removed oldest', 'removed newest', 'ended run-1']);
  });

  it('removes nothing more once there is space', async () => {
    // The disk of this machine has a few bytes at least.
    await guardOf({ 'run-1': 'one' }, { oldest: 3, newest: 1 }, 2).check(0);
    expect(done).toEqual([]);
  });

  it('removes what has not been used for 14 days when it starts, and once a day', async () => {
    const guard = guardOf({}, { a: 15, b: 13.5, c: 1 }, 0);
    await guard.check(everything);
    expect(done).toEqual(['removed a']);
    now += day - 1;
    await guard.check(everything);
    expect(done).toEqual(['removed a']);
    now += 1;
    await guard.check(everything);
    expect(done).toEqual(['removed a', 'removed b']);
  });
});
