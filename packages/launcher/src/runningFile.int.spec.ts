import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, readRunning, removeRunning, writeRunning } from './runningFile.ts';

describe('what says where a running installation is', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-running-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const runningAs = (pid: number): Running => ({
    url: 'http://127.0.0.1:4000',
    eventStoreUrl: 'esdb://127.0.0.1:2113',
    mongoUrl: 'mongodb://127.0.0.1:27017',
    embedded: true,
    pids: { api: pid },
  });

  it('is whole for whoever reads it while it changes, and is as it was said last', async () => {
    await writeRunning(dataDir, runningAs(0));
    const changes = Array.from({ length: 300 }, (_, n) => writeRunning(dataDir, runningAs(n + 1)));
    let changing = true;
    const read: (number | undefined)[] = [];
    const reading = (async () => {
      while (changing) read.push((await readRunning(dataDir))?.pids.api);
    })();
    await Promise.all(changes);
    changing = false;
    await reading;
    expect(read).not.toContain(undefined);
    expect(read).toEqual([...read].sort((a, b) => Number(a) - Number(b)));
    expect(await readRunning(dataDir)).toEqual(runningAs(300));
  });

  it('is gone once it was taken away, whatever was being written then', async () => {
    await Promise.all([writeRunning(dataDir, runningAs(1)), removeRunning(dataDir)]);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
