import { EventEmitter, once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { ChannelFile } from './channelFile.ts';

describe('a file as channel', () => {
  const files = openMachineFiles();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-channel-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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

  it('is a new file: one that a test has put there is refused', async () => {
    const path = join(folder, 'channel');
    appendFileSync(path, 'planted\n');
    const opened = ChannelFile.open(files, path, 1000, () => undefined);
    await expect(opened).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
