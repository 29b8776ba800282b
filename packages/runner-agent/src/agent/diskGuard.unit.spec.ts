import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { LeaseId, ProjectId, TestRunId } from '@assay/contract';
import { pino } from 'pino';
import { canMount, smallDisk } from '../../../../test/support/smallDisk.ts';
import { findCommand } from '../process/findCommand.ts';
import { testUser } from '../sandbox/testUser.ts';
import { DiskGuard } from './diskGuard.ts';
import { freeDiskSpace } from './diskSpace.ts';

const day = 24 * 60 * 60_000;
const start = 100 * day;
/** More than any disk has, so that space is always missing. */
const everything = Number.MAX_SAFE_INTEGER;
const megabyte = 1024 * 1024;
const nothingFree = { bytes: 0, files: 0, maxFiles: 1 };
const allFree = { bytes: everything, files: everything, maxFiles: everything };

describe('the guard of the disk', () => {
  let folder: string;
  let now: number;
  let done: string[];
  let held: Map<TestRunId, ProjectId>;
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

  function fillWithFiles(name: string, count: number): void {
    mkdirSync(join(folder, name), { recursive: true });
    for (let at = 0; at < count; at += 1) writeFileSync(join(folder, name, `empty-${at}`), '');
  }

  type Setting = {
    /** Names of stores that no run uses, with their age in days. */
    idle?: Record<string, number>;
    minFreeDisk?: number;
    measureMs?: number;
    spareMs?: number;
    /** Instead of removing what a run has left. */
    removeRun?: () => Promise<void>;
    /** Of runs that do not end. */
    stuck?: string[];
  };

  function runsOnAgent(runs: Record<string, string>): void {
    held = new Map(Object.entries(runs) as [TestRunId, ProjectId][]);
  }

  /** @param runs with their projects; each has one unit, whose lease is `lease-of-RUN` */
  function guardOf(runs: Record<string, string>, setting: Setting = {}): DiskGuard {
    const { idle = {}, minFreeDisk = everything, measureMs, spareMs, removeRun, stuck = [] } = setting;
    runsOnAgent(runs);
    const left = new Map(Object.entries(idle));
    return new DiskGuard({
      folder,
      spools: join(folder, 'spool'),
      minFreeDisk,
      now: () => now,
      spareMs,
      measureMs,
      logger: pino({ level: 'silent' }),
      units: {
        get runs() {
          return new Map(
            [...held].map(([run, projectId]) => [run, { projectId, leases: [`lease-of-${run}` as LeaseId] }]),
          );
        },
        worksOn: (run) => held.has(run),
        endRun: (run) => {
          done.push(`ended ${run}`);
          if (!stuck.includes(run)) held.delete(run);
        },
      },
      workspaces: {
        removeWithStores: async (run, project) => {
          await removeRun?.();
          done.push(`removed ${run} and all of ${project}`);
        },
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
    ['copies of files that wait to be delivered', 'spool/lease-of-run-1.files'],
  ])('ends the run of the project that occupies most by %s, and removes what it stored', async (_, place) => {
    for (const name of ['workspaces/run-2', 'projects/p-small', 'git/p-small', 'unit-tmp/run-2']) fill(name, 100);
    fill(place, 500);
    const guard = guardOf({ 'run-2': 'p-small', 'run-1': 'p-large' });
    await guard.check(nothingFree);
    expect(done).toEqual(['ended run-1']);
    await guard.check(nothingFree);
    expect(done).toEqual(['ended run-1', 'removed run-1 and all of p-large']);
  });

  it('adds up the runs of a project, and ends the largest of them', async () => {
    fill('workspaces/run-1', 400);
    fill('workspaces/run-2', 300);
    fill('workspaces/run-3', 350);
    await guardOf({ 'run-1': 'one', 'run-2': 'two', 'run-3': 'two' }).check(nothingFree);
    expect(done).toEqual(['ended run-3']);
  });

  it('removes what no run uses before it ends a run', async () => {
    await guardOf({ 'run-1': 'one' }, { idle: { oldest: 3, newest: 1 } }).check(nothingFree);
    expect(done).toEqual(['removed oldest', 'removed newest', 'ended run-1']);
  });

  it('removes nothing more once there is space', async () => {
    // The disk of this machine has a few bytes at least.
    await guardOf({ 'run-1': 'one' }, { idle: { oldest: 3, newest: 1 }, minFreeDisk: 2 }).check(nothingFree);
    expect(done).toEqual([]);
  });

  it('removes what has not been used for 14 days when it starts, and once a day', async () => {
    const guard = guardOf({}, { idle: { a: 15, b: 13.5, c: 1 }, minFreeDisk: 0 });
    await guard.check(allFree);
    expect(done).toEqual(['removed a']);
    now += day - 1;
    await guard.check(allFree);
    expect(done).toEqual(['removed a']);
    now += 1;
    await guard.check(allFree);
    expect(done).toEqual(['removed a', 'removed b']);
  });

  (canMount ? it : it.skip)(
    'ends the run with the most files where they run out (needs the right to mount)',
    async () => {
      const disk = smallDisk(64, { files: 2000 });
      const machineFolder = folder;
      folder = disk.folder;
      try {
        fill('workspaces/run-1', 1000);
        fillWithFiles('workspaces/run-2', 1950);
        const guard = guardOf({ 'run-1': 'one', 'run-2': 'two' }, { minFreeDisk: 32 * megabyte });
        await guard.check(await freeDiskSpace(folder));
        expect(done).toEqual(['ended run-2']);
      } finally {
        disk.unmount();
        folder = machineFolder;
      }
    },
  );

  (process.getuid?.() === 0 ? it : it.skip)(
    "counts what a project's user has in the folders for all users (needs root)",
    async () => {
      fill('workspaces/run-1', 100);
      mkdirSync(join(folder, 'projects', 'two'), { recursive: true });
      const { uid } = testUser(9_000);
      // Its name is no UTF-8, which reading it would change.
      const shared = Buffer.concat([Buffer.from(`/var/tmp/assay-guard-${process.pid}-`), Buffer.from([0xff])]);
      mkdirSync(shared);
      try {
        writeFileSync(Buffer.concat([shared, Buffer.from('/file')]), Buffer.alloc(200 * 1024, 'x'));
        for (const each of [join(folder, 'projects', 'two'), shared]) chownSync(each, uid, uid);
        await guardOf({ 'run-1': 'one', 'run-2': 'two' }).check(nothingFree);
        expect(done).toEqual(['ended run-2']);
      } finally {
        rmSync(shared, { recursive: true });
      }
    },
  );

  (process.getuid?.() === 0 && findCommand(process.env, ['python3']) !== null ? it : it.skip)(
    "counts removed files that a project's processes have open or mapped (needs root and Python)",
    async () => {
      fill('workspaces/run-1', 100);
      for (const name of ['projects/two', 'projects/one']) mkdirSync(join(folder, name), { recursive: true });
      const own = join(folder, 'projects', 'two');
      const { uid } = testUser(9_001);
      chownSync(own, uid, uid);
      chmodSync(folder, 0o711);
      chmodSync(join(folder, 'projects'), 0o711);
      // Twice open, which does not make it larger; the other is open no more.
      const script = `
        exec 7<> ${own}/open 8<> ${own}/open; head -c 60000 /dev/zero >&7; rm ${own}/open
        exec python3 -c 'import mmap, os, signal
f = open("${own}/mapped", "w+b"); f.write(b"x" * 60000); f.flush()
m = mmap.mmap(f.fileno(), 60000); os.unlink("${own}/mapped"); f.close()
print("began", flush=True); signal.pause()'`;
      const holder = spawn('/bin/sh', ['-c', script], {
        uid,
        gid: uid,
        cwd: '/',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await once(holder.stdout ?? holder, 'data');
        await guardOf({ 'run-1': 'one', 'run-2': 'two' }).check(nothingFree);
        expect(done).toEqual(['ended run-2']);
      } finally {
        holder.kill('SIGKILL');
      }
    },
  );

  it('removes the undelivered files of a run that it has ended', async () => {
    fill('spool/lease-of-run-1.files', 100);
    fill('spool/lease-of-run-2.files', 50);
    const guard = guardOf({ 'run-1': 'one', 'run-2': 'two' });
    await guard.check(nothingFree);
    await guard.check(allFree);
    expect(done).toEqual(['ended run-1', 'removed run-1 and all of one']);
    const kept = [1, 2].map((run) => existsSync(join(folder, `spool/lease-of-run-${run}.files`)));
    expect(kept).toEqual([false, true]);
  });

  it('goes on with the next run while the removal of one that it has ended does not finish', async () => {
    fill('workspaces/run-1', 100);
    const removeRun = () => new Promise<void>(() => undefined);
    const guard = guardOf({ 'run-1': 'one', 'run-2': 'two' }, { removeRun, spareMs: 1 });
    await guard.check(nothingFree);
    await guard.check(nothingFree);
    await guard.check(nothingFree);
    expect(done).toEqual(['ended run-1', 'ended run-2']);
  });

  it('goes on with the next run when one that it has ended does not come to its end', async () => {
    fill('workspaces/run-1', 100);
    const guard = guardOf({ 'run-1': 'one', 'run-2': 'two' }, { stuck: ['run-1'] });
    await guard.check(nothingFree);
    await guard.check(nothingFree);
    expect(done).toEqual(['ended run-1']);
    now += 2 * 60_000;
    await guard.check(nothingFree);
    expect(done).toEqual(['ended run-1', 'ended run-2']);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'ends a run of the newest project where nothing can be measured in time, not one of an older one',
    async () => {
      const programs = join(folder, 'programs');
      mkdirSync(programs);
      writeFileSync(join(programs, 'du'), '#!/bin/sh\nexec sleep 600\n');
      chmodSync(join(programs, 'du'), 0o755);
      const { PATH } = process.env;
      process.env.PATH = `${programs}${delimiter}${PATH}`;
      try {
        const guard = guardOf({ 'run-1': 'old' }, { measureMs: 50 });
        await guard.check(allFree);
        now += 1000;
        runsOnAgent({ 'run-2': 'new', 'run-1': 'old' });
        await guard.check(nothingFree);
        expect(done).toEqual(['ended run-2']);
      } finally {
        process.env.PATH = PATH;
      }
    },
  );
});
