import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../test/support/freePort.ts';
import { findRunning } from './operation/installedStores.ts';
import { type Running, readRunning, removeRunning, writeRunning } from './runningFile.ts';

describe('the file of a running installation', () => {
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
    bucket: null,
    pids: { api: pid },
  });

  it('is complete for readers while it changes, and ends with the last change', async () => {
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

  it('is gone after its removal, whatever was being written', async () => {
    await Promise.all([writeRunning(dataDir, runningAs(1)), removeRunning(dataDir)]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is believed while an embedded document store answers, even beside an event store elsewhere', async () => {
    const store = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const { port } = store.address() as AddressInfo;
    const mongoUrl = `mongodb://assay:password@127.0.0.1:${port}/?directConnection=true`;
    const noted = { ...runningAs(1), url: `http://127.0.0.1:${await freePort()}`, mongoUrl, embedded: false };
    await writeRunning(dataDir, noted);
    expect(await findRunning(dataDir)).toEqual(noted);
    await new Promise((resolve) => store.close(resolve));
    expect(await findRunning(dataDir)).toBeNull();
  });
});
