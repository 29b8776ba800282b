import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningMongo, startMongo } from '@assay/embedded-mongo';
import { MongoClient } from 'mongodb';

// The page belongs to our server; `serverStatus` of a real one has other figures.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;

describeOwn('the metrics of a server', () => {
  let dataDir: string;
  let running: RunningMongo;
  let client: MongoClient;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mongo-metrics-'));
    running = await startMongo({ port: 0, dataDir, metricsPort: 0 });
    client = await MongoClient.connect(running.url, { retryWrites: false });
    const things = client.db('x').collection<{ _id: number; a?: number }>('things');
    await things.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    await things.updateMany({ _id: { $lt: 3 } }, { $set: { a: 1 } });
    await things.deleteOne({ _id: 1 });
    await things.insertOne({ _id: 2 }).catch(() => undefined);
    await client
      .db('x')
      .command({ frobnicate: 1 })
      .catch(() => undefined);
  });
  afterAll(async () => {
    await client.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are in serverStatus', async () => {
    const status = await client.db('admin').command({ serverStatus: 1 });
    expect(status).toMatchObject({
      opcounters: { insert: 3, update: 1, delete: 1 },
      metrics: { document: { inserted: 3, updated: 2, deleted: 1 }, cursor: { open: { total: 0 } } },
    });
    expect(status.connections.current).toBeGreaterThan(0);
    expect(status.mem.resident).toBeGreaterThan(10);
    expect(status.network.bytesIn).toBeGreaterThan(100);
    expect(status.lmdb.fileBytes).toBeGreaterThan(4096);
  });

  it('are on a page for Prometheus, on loopback', async () => {
    const response = await fetch(running.metricsUrl ?? '');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/);
    const text = await response.text();
    expect(text).toContain('# TYPE document_store_commands_total counter\n');
    expect(text).toMatch(/^document_store_commands_total\{command="insert"\} 2$/m);
    expect(text).toMatch(/^document_store_errors_total\{code="CommandNotFound"\} 1$/m);
    expect(text).toMatch(/^document_store_documents 2$/m);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) document_store_\w+ .+|document_store_\w+(\{\w+="[^"]*"\})? [\d.e+-]+)$/);
    }
    expect((await fetch((running.metricsUrl ?? '').replace('/metrics', '/else'))).status).toBe(404);
  });

  it('are not served on a port that is taken', async () => {
    const port = Number(new URL(running.metricsUrl ?? '').port);
    const elsewhere = startMongo({ port: 0, dataDir: join(dataDir, 'other'), metricsPort: port });
    await expect(elsewhere).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  });
});
