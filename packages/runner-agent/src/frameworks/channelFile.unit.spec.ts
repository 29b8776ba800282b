import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { ChannelFile } from './channelFile.ts';

describe('a file as channel', () => {
  const files = openMachineFiles();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-channel-'));
  });
  let writer: ChildProcess | null = null;
  const startWriter = (path: string) => {
    const script = 'for (;;) require("node:fs").appendFileSync(process.argv[1], "a line\\n".repeat(9999))';
    writer = spawn(process.execPath, ['--eval', script, path], { stdio: 'ignore' });
  };
  afterEach(() => {
    writer?.kill('SIGKILL');
    writer = null;
    rmSync(folder, { recursive: true });
  });

  it('delivers whole lines as they come, however they were written, and the rest at its end', async () => {
    const path = join(folder, 'channel');
    const lines: string[] = [];
    const told = new EventEmitter();
    const channel = await ChannelFile.open(files, path, 1000, (line) => {
      lines.push(line);
      told.emit('line');
    });
    const first = once(told, 'line');
    const bytes = Buffer.from('größe\nzwei');
    appendFileSync(path, bytes.subarray(0, 3));
    appendFileSync(path, bytes.subarray(3));
    await first;
    expect(lines).toEqual(['größe']);
    appendFileSync(path, ' und drei\nvier\nohne Ende');
    await channel.close();
    expect(lines).toEqual(['größe', 'zwei und drei', 'vier', 'ohne Ende']);
  });

  it('reads what was written before its end, even more than fits into one read', async () => {
    const path = join(folder, 'channel');
    const written = Array.from({ length: 20_000 }, (_, index) => `line ${index} ${'x'.repeat(40)}`);
    const lines: string[] = [];
    const channel = await ChannelFile.open(files, path, 1000, (line) => void lines.push(line));
    appendFileSync(path, `${written.join('\n')}\n`);
    await channel.close();
    expect(lines).toEqual(written);
  });

  it.each([
    ['a process goes on writing to it', (path: string) => startWriter(path)],
    ['it is a sparse file of many terabytes', (path: string) => truncateSync(path, 8 * 1024 ** 4)],
  ])('comes to its end although %s', async (_, attack) => {
    const path = join(folder, 'channel');
    const lines = new EventEmitter();
    const first = once(lines, 'line');
    let read = 0;
    // A writer that is always ahead of the reader.
    const onLine = async () => {
      lines.emit('line');
      read += 1;
      if (read % 10_000 > 0) return;
      for (const { size } = statSync(path); writer !== null && statSync(path).size < size + 4096; ) await breathe();
    };
    const channel = await ChannelFile.open(files, path, 1000, onLine, undefined, 1024 * 1024);
    appendFileSync(path, 'a line\n');
    await first;
    attack(path);
    while (statSync(path).size < 4 * 1024 * 1024) await breathe();
    await expect(channel.close()).resolves.toBeUndefined();
  });

  it('is a new file: one that a test has put there is refused', async () => {
    const path = join(folder, 'channel');
    appendFileSync(path, 'planted\n');
    const opened = ChannelFile.open(files, path, 1000, () => undefined);
    await expect(opened).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
