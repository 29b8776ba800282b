import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentFolder, keepPrivate } from './privateFiles.ts';
import { SettingError } from './settings.ts';

describe('a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-private-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const isRoot = process.getuid?.() === 0;
  const modeOf = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8);

  it('is made private, whatever an earlier version has left open, but for the folder of the agent', async () => {
    for (const name of ['keys', agentFolder]) {
      await mkdir(join(folder, 'data', name), { recursive: true });
      await chmod(join(folder, 'data', name), 0o755);
    }
    await writeFile(join(folder, 'data', 'master.key'), 'secret');
    await chmod(join(folder, 'data', 'master.key'), 0o644);
    await chmod(join(folder, 'data'), 0o755);
    await keepPrivate(join(folder, 'data'));
    expect({
      itself: await modeOf('data'),
      keys: await modeOf('data', 'keys'),
      key: await modeOf('data', 'master.key'),
      agent: await modeOf('data', agentFolder),
    }).toEqual({ itself: isRoot ? '711' : '700', keys: '700', key: '600', agent: '755' });
  });

  it('is private from the start where it is new', async () => {
    await keepPrivate(join(folder, 'new', 'data'));
    expect(await modeOf('new', 'data')).toBe(isRoot ? '711' : '700');
  });

  it('that is a file, or below one, is refused in a sentence', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'something else');
    for (const place of [file, join(file, 'data')]) {
      const refused = keepPrivate(place);
      await expect(refused).rejects.toThrow(SettingError);
      await expect(refused).rejects.toThrow(`The data folder ${place} cannot be used: E`);
    }
    expect(await readFile(file, 'utf8')).toBe('something else');
  });
});
