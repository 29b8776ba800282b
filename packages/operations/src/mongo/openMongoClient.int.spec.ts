import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@assay/embedded-mongo';
import { openMongoClient } from './openMongoClient.ts';

/** Node's own list of what is open in this process. */
function socketsTo(port: number): Socket[] {
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  return handles.filter((handle): handle is Socket => handle instanceof Socket && handle.remotePort === port);
}

describe('a client of the document store', () => {
  it('fails a command whose connection closes at the moment when it is written', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-client-'));
    const mongo = await startMongo({ port: 0, dataDir });
    const client = openMongoClient(mongo.url, { monitorCommands: true, retryReads: false, maxPoolSize: 1 });
    const things = client.db('test').collection('things');
    expect(await things.findOne({})).toBeNull();
    client.once('commandStarted', () => {
      // After the driver has found the connection open, and before it writes.
      queueMicrotask(() => {
        for (const socket of socketsTo(mongo.port)) socket.destroy();
      });
    });
    await expect(things.findOne({})).rejects.toMatchObject({ name: 'MongoNetworkError' });
    expect(await things.findOne({})).toBeNull();
    await client.close();
    await mongo.stop();
    await rm(dataDir, { recursive: true });
  });
});
