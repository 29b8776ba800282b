import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, smallDisk } from '../../test/support/smallDisk.ts';
import { oneAtATime } from './oneAtATime.mjs';

const module = join(import.meta.dirname, 'oneAtATime.mjs');

const mustNotWait = () => {
  throw new Error('it waits for a lock that no process holds');
};

describe('work behind a lock file', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-alone-'));
    lock = join(folder, 'somewhere', 'working');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Prints when it waits and when it has begun; the file records the order of steps. */
  function worker(code: string) {
    const source = `import { appendFileSync } from 'node:fs'; import { oneAtATime } from ${JSON.stringify(module)};
      const say = (word) => appendFileSync(${JSON.stringify(join(folder, 'said'))}, word + ' ');
      await oneAtATime(${JSON.stringify(lock)}, async () => { ${code} }, () => console.log('waits'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const spoken = new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(`${text}`)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    return { child, spoken, ended };
  }

  it('starts after the process before has ended', async () => {
    const workers = await oneAtATime(
      lock,
      async () => {
        const others = Array.from({ length: 3 }, () =>
          worker(`say('begin'); await new Promise(setImmediate); say('end');`),
        );
        expect(await Promise.all(others.map(({ spoken }) => spoken))).toEqual(['waits\n', 'waits\n', 'waits\n']);
        expect(existsSync(join(folder, 'said'))).toBe(false);
        return others;
      },
      mustNotWait,
    );
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(await readFile(join(folder, 'said'), 'utf8')).toBe('begin end '.repeat(3));
    expect(existsSync(lock)).toBe(false);
  });

  it('starts after the process before was killed', async () => {
    const { child, spoken, ended } = worker(
      `console.log('works'); setInterval(() => undefined, 1_000); await new Promise(() => undefined);`,
    );
    expect(await spoken).toBe('works\n');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(lock)).toBe(true);
    expect(await oneAtATime(lock, () => 'done', mustNotWait)).toBe('done');
  });

  it('is done by the next process when it failed', async () => {
    const failing = () => Promise.reject(new Error('failed'));
    await expect(oneAtATime(lock, failing, mustNotWait)).rejects.toThrow('failed');
    expect(await oneAtATime(lock, () => 'done', mustNotWait)).toBe('done');
  });

  it('fails where nothing can be written', async () => {
    await writeFile(join(folder, 'somewhere'), 'a file, not a folder');
    await expect(oneAtATime(lock, () => 'done', mustNotWait)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  (canMount ? it : it.skip)('leaves no lock behind where the disk is full (needs root on Linux)', async () => {
    const disk = smallDisk(1);
    try {
      const held = join(disk.folder, 'working');
      await disk.fill();
      await expect(oneAtATime(held, () => 'done', mustNotWait)).rejects.toThrow('ENOSPC');
      await disk.free();
      expect(await oneAtATime(held, () => 'done', mustNotWait)).toBe('done');
    } finally {
      disk.unmount();
    }
  });
});
