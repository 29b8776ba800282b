import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepOutput } from './keptOutput.ts';

describe('the kept output of a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-logs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const failing = (error: Error) => {
    throw error;
  };

  it('is added to what was there, for the owner only', async () => {
    for (const text of ['first', 'second']) {
      const output = keepOutput(join(folder, 'logs'), 'event store', failing);
      output.line(text);
      await output.close();
    }
    const file = join(folder, 'logs', 'event-store.log');
    expect(await readFile(file, 'utf8')).toBe('first\nsecond\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('never takes more than six files of ten megabytes', async () => {
    const line = 'x'.repeat(1024 * 1024);
    for (let round = 0; round < 8; round += 1) {
      const output = keepOutput(folder, 'api', failing);
      for (let n = 0; n < 10; n += 1) output.line(line);
      await output.close();
    }
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['api.log', 'api.log.1', 'api.log.2', 'api.log.3', 'api.log.4', 'api.log.5']);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(12 * 1024 * 1024);
  });

  it('is given up, and told once, where it cannot be written', async () => {
    await writeFile(join(folder, 'logs'), 'a file');
    const errors: Error[] = [];
    const output = keepOutput(join(folder, 'logs'), 'api', (error) => errors.push(error));
    output.line('first');
    await output.close();
    output.line('second');
    expect(errors).toHaveLength(1);
  });
});
