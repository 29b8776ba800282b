import { spawn, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyEventStore } from '@assay/embedded-eventstore';
import { isDiskFull } from '@assay/operations';
import { jsonEvent } from '@eventstore/db-client';
import { clientOf } from './clientOf.ts';
import { collect, errorOf, numbered, realServerUrl, temporaryFolder } from './eventStoreUnderTest.ts';
import { serverArguments, terminate, whenListening } from './spawnedServer.ts';

/** A small file system of its own, visible only to the server. Needs user namespaces, which not every system allows. */
const alone = ['--map-root-user', '--mount', 'sh', '-c'];
const mountThere = 'mount -t tmpfs -o size=64m tmpfs "$0"';
const canMount = spawnSync('unshare', [...alone, mountThere, '/mnt']).status === 0;

const describeWhereMountable = canMount && !realServerUrl ? describe : describe.skip;

describeWhereMountable('an event store whose disk is full', () => {
  it('refuses writes with a clear error, still serves reads, and writes again when there is room', async () => {
    const folder = await temporaryFolder();
    const script = `${mountThere} && exec "$@"`;
    const child = spawn('unshare', [
      ...alone,
      script,
      folder,
      'node',
      ...serverArguments('--port', '0', '--dir', folder),
    ]);
    const server = await whenListening(child);
    const client = clientOf(server.url);
    // The file system as seen by the server.
    const seen = join('/proc', String(child.pid), 'root', folder);
    const ballast = join(seen, 'ballast');
    await client.appendToStream('kept', numbered(100));

    await errorOf(writeFile(ballast, Buffer.alloc(64 * 1024 * 1024)));
    const large = () =>
      Array.from({ length: 9 }, () => jsonEvent({ type: 'Large', data: { text: 'x'.repeat(90_000) } }));
    const refusals = [
      await errorOf(client.appendToStream('kept', large())),
      await errorOf(client.appendToStream('kept', large())),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ message: expect.stringMatching(/disk .* is full/) });
      expect(isDiskFull(refusal)).toBe(true);
    }
    expect(await collect(client.readStream('kept'))).toHaveLength(100);

    await rm(ballast);
    expect((await client.appendToStream('kept', large())).nextExpectedRevision).toBe(108n);
    expect(await collect(client.readStream('kept'))).toHaveLength(109);
    expect((await verifyEventStore({ dataDir: seen })).problems).toEqual([]);
    await client.dispose();
    expect(await terminate(server, 'SIGTERM')).toBe(0);
    await rm(folder, { recursive: true });
  });
});
