import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupEventStore, verifyEventStore } from '@assay/embedded-eventstore';
import { clientOf } from './clientOf.ts';
import { collect, describeEmbedded, errorOf, numbered, startOn, temporaryFolder } from './eventStoreUnderTest.ts';
import { spawnServer, terminate } from './spawnedServer.ts';

describeEmbedded('the backup of an event store', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is a complete store as of one instant, taken while its server is written to', async () => {
    const [dataDir, to] = [join(folder, 'data'), join(folder, 'backup')];
    await mkdir(dataDir);
    const server = await spawnServer(dataDir);
    const client = clientOf(server.url);
    await client.appendToStream('before', numbered(500));

    let [acknowledged, writing] = [0, true];
    const write = async () => {
      for (; writing; acknowledged += 10) await client.appendToStream('meanwhile', numbered(10, acknowledged));
    };
    const written = write();
    const acknowledgedBefore = acknowledged;
    const summary = await backupEventStore({ dataDir, to }).finally(() => {
      writing = false;
    });
    await written;
    expect(await terminate(server, 'SIGTERM')).toBe(0);
    await client.dispose();

    expect(await readdir(to)).toEqual(['events.mdb']);
    expect(summary.lastPosition).toBe(summary.events);
    expect(summary.bytes).toBeGreaterThan(0);
    expect(await verifyEventStore({ dataDir: to })).toMatchObject({ events: summary.events, problems: [] });
    expect(await verifyEventStore({ dataDir })).toMatchObject({ events: acknowledged + 501, problems: [] });

    const copy = await startOn(to);
    const reader = clientOf(copy.url);
    expect(await collect(reader.readStream('before'))).toHaveLength(500);
    const found = await collect(reader.readStream('meanwhile')).catch(() => []);
    expect(found).toHaveLength(summary.events - 501);
    expect(found.length).toBeGreaterThanOrEqual(acknowledgedBefore);
    await reader.appendToStream('before', numbered(1));
    await reader.dispose();
    await copy.stop();
  });

  it('goes only into an empty folder', async () => {
    await writeFile(join(folder, 'note.txt'), 'mine');
    expect(await errorOf(backupEventStore({ dataDir: folder, to: folder }))).toMatchObject({
      message: `The folder ${folder} is not empty. A backup goes into a folder of its own.`,
    });
    const to = join(folder, 'backup');
    expect(await errorOf(backupEventStore({ dataDir: folder, to }))).toMatchObject({
      message: `There is no event store in ${folder}.`,
    });
    expect(await errorOf(verifyEventStore({ dataDir: folder }))).toMatchObject({
      message: `There is no event store in ${folder}.`,
    });
  });
});
