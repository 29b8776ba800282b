import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneAtATime } from './oneAtATime.mjs';

const module = join(import.meta.dirname, 'oneAtATime.mjs');

const nobody = () => {
  throw new Error('nobody else is at it');
};

describe('what is done by one process at a time', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-alone-'));
    lock = join(folder, 'somewhere', 'working');
  });
  afterEach(() => rm(folder, { recursive: true }));

  function worker(code: string) {
    const source = `import { appendFileSync } from 'node:fs'; import { setTimeout as wait } from 'node:timers/promises';
      import { oneAtATime } from ${JSON.stringify(module)};
      const say = (word) => appendFileSync(${JSON.stringify(join(folder, 'said'))}, word + ' ');
      await oneAtATime(${JSON.stringify(lock)}, async () => { ${code} }, () => say('wait'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    return { child, ended };
  }

  it('is not begun by another before it has ended', async () => {
    const workers = Array.from({ length: 4 }, () => worker(`say('begin'); await wait(50); say('end');`));
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    const said = (await readFile(join(folder, 'said'), 'utf8')).trim().split(' ');
    expect(said.filter((word) => word !== 'wait')).toEqual(Array.from({ length: 4 }, () => ['begin', 'end']).flat());
    expect(said.filter((word) => word === 'wait').length).toBeLessThan(4);
    expect(existsSync(lock)).toBe(false);
  });

  it('is begun by another when the one who did it was killed', async () => {
    const { child, ended } = worker(
      `console.log('working'); setInterval(() => undefined, 1_000); await new Promise(() => undefined);`,
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(lock)).toBe(true);
    expect(await oneAtATime(lock, () => 'done', nobody)).toBe('done');
  });

  it('is done by the next one when it failed', async () => {
    const failing = () => Promise.reject(new Error('failed'));
    await expect(oneAtATime(lock, failing, nobody)).rejects.toThrow('failed');
    expect(await oneAtATime(lock, () => 'done', nobody)).toBe('done');
  });

  it('fails where nothing can be written', async () => {
    await writeFile(join(folder, 'somewhere'), 'a file, not a folder');
    await expect(oneAtATime(lock, () => 'done', nobody)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});
