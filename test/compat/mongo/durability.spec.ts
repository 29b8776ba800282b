import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@assay/embedded-mongo';
import { MongoClient } from 'mongodb';
import { startDocumentStoreProcess } from './documentStoreProcess.ts';
import { killDocumentStore } from './killRounds.ts';

// These tests start and stop the server themselves, which a server given by its URL does not allow.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;

describeOwn('an acknowledged write', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mongo-durability-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function withServer<T>(use: (client: MongoClient) => Promise<T>): Promise<T> {
    const running = await startMongo({ port: 0, dataDir });
    const client = await MongoClient.connect(running.url, { retryWrites: false });
    try {
      return await use(client);
    } finally {
      await client.close();
      await running.stop();
    }
  }

  it('survives a restart, with indexes, options and counts', async () => {
    await withServer(async (client) => {
      const db = client.db('kept');
      await db.collection('plain').createIndex({ tags: 1, n: -1 });
      await db.collection('plain').createIndex({ key: 1 }, { unique: true, sparse: true });
      await db.collection('plain').insertMany(Array.from({ length: 100 }, (_, n) => ({ n, tags: ['a', `t${n}`] })));
      await db.collection('plain').insertOne({ key: 'taken' });
      await db.createCollection('capped', { capped: true, size: 100_000, max: 3 });
      await db.collection<{ _id: number }>('capped').insertMany([1, 2, 3, 4].map((_id) => ({ _id })));
      await db.collection('gone').insertOne({ a: 1 });
      await db.collection('gone').drop();
    });
    await withServer(async (client) => {
      const db = client.db('kept');
      expect(await db.collection('plain').estimatedDocumentCount()).toBe(101);
      expect((await db.collection('plain').indexes()).map((index) => index.name)).toEqual([
        '_id_',
        'tags_1_n_-1',
        'key_1',
      ]);
      const tagged = await db.collection('plain').find({ tags: 'a' }).sort({ n: -1 }).limit(2).toArray();
      expect(tagged.map((document) => document.n)).toEqual([99, 98]);
      await expect(db.collection('plain').insertOne({ key: 'taken' })).rejects.toMatchObject({ code: 11000 });
      await db.collection<{ _id: number }>('capped').insertOne({ _id: 5 });
      expect((await db.collection('capped').find().toArray()).map((document) => document._id)).toEqual([3, 4, 5]);
      expect((await db.listCollections().toArray()).map((entry) => entry.name).sort()).toEqual(['capped', 'plain']);
    });
  });

  it('survives kill -9 under 64 writers, three times in a row, and indexes agree with documents', async () => {
    const rounds = await killDocumentStore({ dataDir, rounds: 3 });
    expect(rounds.flatMap(({ problems }) => problems)).toEqual([]);
    for (const { acknowledged } of rounds) expect(acknowledged).toBeGreaterThanOrEqual(2_000);
  });

  it('is refused rather than returned wrong when the disk has changed it', async () => {
    const mark = 'a text that can be found in the file';
    await withServer((client) =>
      client.db('x').collection<{ _id: number; mark: string }>('y').insertOne({ _id: 1, mark }),
    );
    const file = join(dataDir, 'data.mdb');
    const bytes = await readFile(file);
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) bytes[at] = 0x41;
    await writeFile(file, bytes);
    await withServer((client) =>
      expect(client.db('x').collection('y').find().toArray()).rejects.toMatchObject({ code: 345 }),
    );
  });

  it('is kept from a second server, until the first has ended', async () => {
    const first = await startDocumentStoreProcess(dataDir);
    await expect(startMongo({ port: 0, dataDir })).rejects.toMatchObject({ code: 'DATA_FOLDER_LOCKED' });
    await expect(startDocumentStoreProcess(dataDir)).rejects.toThrow(/exit 1: The data folder .* is in use/);
    await first.end('SIGKILL');
    await withServer((client) => client.db('x').command({ ping: 1 }));
  });

  it('is not touched by a server too old for it', async () => {
    await withServer((client) => client.db('x').collection('y').insertOne({ a: 1 }));
    await writeFile(join(dataDir, 'FORMAT'), '999\n');
    await expect(startMongo({ port: 0, dataDir })).rejects.toMatchObject({ code: 'FORMAT_TOO_NEW' });
  });

  it('stays unharmed when the port is taken', async () => {
    const running = await startMongo({ port: 0, dataDir });
    const other = await mkdtemp(join(tmpdir(), 'mongo-durability-'));
    await expect(startMongo({ port: running.port, dataDir: other })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
    await running.stop();
    await rm(other, { recursive: true, force: true });
  });
});
