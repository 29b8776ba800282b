import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MarkedProcesses } from './markedProcesses.ts';

const mark = 'MARK=0123';

(process.platform === 'linux' ? describe : describe.skip)('processes with a mark (needs Linux)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-processes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function plant(id: number, environment: string | Buffer): string {
    mkdirSync(join(folder, String(id)));
    const path = join(folder, String(id), 'environ');
    writeFileSync(path, environment);
    return path;
  }

  it('are found wherever in an environment the mark is', async () => {
    plant(1, `${mark}\0OTHER=1\0`);
    plant(2, `${'A=1\0'.repeat(65_535)}${mark}\0`);
    plant(3, `LONG=${'a'.repeat(1_900_000)}\0${mark}\0`);
    plant(4, 'MARK=9999\0');
    expect(await new MarkedProcesses(5000, folder).search(mark, [1, 2, 3, 4, 5])).toEqual([1, 2, 3]);
  });

  it('are found despite environments that are larger than any text may be', async () => {
    truncateSync(plant(11, ''), 2 ** 36);
    plant(12, mark);
    const processes = new MarkedProcesses(5000, folder);
    expect(await processes.search(mark, Array<number>(50).fill(11).concat(12))).toEqual([12]);
  });

  it('are those that were found, where another one blocks its readers; the next search goes on', async () => {
    for (const id of [21, 23]) plant(id, mark);
    mkdirSync(join(folder, '22'));
    execFileSync('mkfifo', [join(folder, '22', 'environ')]);
    const processes = new MarkedProcesses(1000, folder);
    expect(await processes.search(mark, [21, 22, 23])).toEqual([21]);
    expect(await processes.search(mark, [21, 23])).toEqual([21, 23]);
  });

  it('are found on the machine itself', async () => {
    const value = 'a'.repeat(120_000);
    const large = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`LARGE_${at}`, value]));
    const child = spawn('/bin/sleep', ['600'], { env: { ...large, MARK: '0123' }, stdio: 'ignore' });
    try {
      const id = child.pid ?? 0;
      expect(await new MarkedProcesses().search(mark, [process.pid, id])).toEqual([id]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
