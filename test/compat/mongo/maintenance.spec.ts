import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { backupMongo, compactMongo, startMongo, verifyMongo } from '@assay/embedded-mongo';
import { MongoClient } from 'mongodb';
import { type Environment, openEnvironment } from '../../../packages/embedded-mongo/src/storage/environment.ts';
import { documentStoreMain, startDocumentStoreProcess } from './documentStoreProcess.ts';

type Item = {
  _id: number;
  at: number;
  tags: string[];
  email: string;
};

// These tests work on a data folder, which a server given by its URL does not allow.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;

describeOwn('maintenance of a data folder', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-maintenance-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const itemOf = (_id: number): Item => ({ _id, at: _id % 7, tags: ['all', `t${_id % 5}`], email: `e${_id}@x` });

  async function withClient<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(url, { retryWrites: false });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  async function withServer<T>(dir: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
    const running = await startMongo({ port: 0, dataDir: dir });
    try {
      return await withClient(running.url, use);
    } finally {
      await running.stop();
    }
  }

  async function fill(client: MongoClient): Promise<void> {
    const items = client.db('kept').collection<Item>('items');
    await items.createIndex({ tags: 1, at: -1 });
    await items.createIndex({ email: 1 }, { unique: true });
    await items.createIndex({ at: 1 }, { partialFilterExpression: { at: { $gt: 3 } } });
    await items.insertMany(Array.from({ length: 300 }, (_, i) => itemOf(i)));
    await items.updateMany({ at: 2 }, { $set: { tags: [] } });
    await items.deleteMany({ _id: { $gte: 280 } });
    await client.db('kept').createCollection('log', { capped: true, size: 4096, max: 10 });
    await client
      .db('kept')
      .collection('log')
      .insertMany(Array.from({ length: 30 }, (_, n) => ({ n })));
    await client.db('kept').collection('other').insertOne({ a: 1 });
    await client.db('kept').collection('gone').insertOne({ a: 1 });
    await client.db('kept').collection('gone').drop();
  }

  async function damage(change: (environment: Environment) => void): Promise<string[]> {
    const environment = openEnvironment(dataDir);
    environment.root.transactionSync(() => change(environment));
    await environment.root.close();
    return (await verifyMongo({ dataDir })).problems;
  }

  it('finds no problem in a sound folder and counts its documents', async () => {
    await withServer(dataDir, fill);
    expect(await verifyMongo({ dataDir })).toMatchObject({ collections: 3, documents: 291, problems: [] });
  });

  it('copies it while another process writes to it, and the copy is sound and complete', async () => {
    const server = await startDocumentStoreProcess(dataDir);
    try {
      await withClient(server.url, async (client) => {
        await fill(client);
        const live = client.db('kept').collection('live');
        let writing = true;
        let acknowledged = 0;
        const writer = (async () => {
          for (let n = 0; writing; n++) {
            await live.insertOne({ n });
            acknowledged++;
          }
        })();
        while (acknowledged < 20) await client.db('kept').command({ ping: 1 });
        const before = acknowledged;
        const to = join(folder, 'copy');
        const { documents, bytes } = await backupMongo({ dataDir, to });
        writing = false;
        await writer;
        expect(bytes).toBeGreaterThan(10_000);
        const checked = await verifyMongo({ dataDir: to });
        expect(checked).toMatchObject({ collections: 4, documents, problems: [] });
        expect(documents).toBeGreaterThanOrEqual(291 + before);
        expect((await verifyMongo({ dataDir })).problems).toEqual([]);
        await withServer(to, async (copy) => {
          expect(await copy.db('kept').collection('items').countDocuments({ tags: 'all' })).toBe(240);
          expect(await copy.db('kept').collection('live').countDocuments()).toBe(documents - 291);
        });
      });
    } finally {
      await server.end('SIGTERM');
    }
  });

  it('computes the same hash for a copy, and another one after any change', async () => {
    await withServer(dataDir, fill);
    const to = join(folder, 'copy');
    await backupMongo({ dataDir, to });
    const original = await verifyMongo({ dataDir });
    expect((await verifyMongo({ dataDir: to })).hash).toBe(original.hash);
    await withServer(to, (client) =>
      client
        .db('kept')
        .collection<Item>('items')
        .updateOne({ _id: 7 }, { $inc: { at: 1 } }),
    );
    expect((await verifyMongo({ dataDir: to })).hash).not.toBe(original.hash);
  });

  it('copies only a store, and only into an empty folder', async () => {
    await withServer(dataDir, fill);
    await expect(backupMongo({ dataDir, to: dataDir })).rejects.toMatchObject({ code: 'TARGET_NOT_EMPTY' });
    await expect(backupMongo({ dataDir: folder, to: join(folder, 'copy') })).rejects.toMatchObject({ code: 'NO_DATA' });
  });

  it('finds that a document is missing', async () => {
    await withServer(dataDir, fill);
    const problems = await damage(({ records }) => {
      const [key] = [...records.getKeys({ limit: 1 })];
      if (key !== undefined) records.removeSync(key);
    });
    expect(problems).toContainEqual('kept.items holds 279 documents where 280 were counted when written.');
    expect(problems).toContainEqual(
      expect.stringMatching(/The index _id_ of kept.items has 280 entries instead of 279/),
    );
  });

  it('finds a document in the place of another', async () => {
    await withServer(dataDir, fill);
    const problems = await damage(({ records }) => {
      const [first, second] = [...records.getRange({ limit: 2 })].map(({ key, value }) => ({
        key,
        value: Buffer.from(value),
      }));
      if (first === undefined || second === undefined) throw new Error('no records');
      records.putSync(first.key, second.value);
    });
    expect(problems).toContainEqual(
      'The documents of kept.items are not those that were written: their hash is another.',
    );
    expect(problems).toContainEqual(
      'Record 1 of kept.items has a key in the unique index _id_ that stands for another.',
    );
  });

  it('finds a missing index entry and an extra one', async () => {
    await withServer(dataDir, fill);
    const problems = await damage(({ entries }) => {
      const keys = [...entries.getKeys({})];
      const [first] = keys;
      const ofAnotherIndex = keys.find((key) => key.readUInt32BE(0) !== first?.readUInt32BE(0));
      if (first === undefined || ofAnotherIndex === undefined) throw new Error('no entries');
      entries.removeSync(ofAnotherIndex);
      const extra = Buffer.from(first);
      extra[extra.length - 1] = 0x7f;
      entries.putSync(extra, Buffer.from([0, 0, 0, 0, 0, 1]));
    });
    expect(problems).toContainEqual(expect.stringMatching(/is missing from the index/));
    expect(problems).toContainEqual(
      expect.stringMatching(/The index _id_ of kept.items has 281 entries instead of 280/),
    );
  });

  it('finds a document that the disk has changed', async () => {
    await withServer(dataDir, (client) =>
      client.db('x').collection('y').insertOne({ text: 'a text to be found again' }),
    );
    const file = join(dataDir, 'data.mdb');
    const bytes = await readFile(file);
    const mark = Buffer.from('a text to be found again');
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) bytes[at] = 0x41;
    await writeFile(file, bytes);
    expect((await verifyMongo({ dataDir })).problems).toContainEqual(
      expect.stringMatching(/^Record 1 of x.y: A record of x.y does not match its checksum/),
    );
  });

  it('finds that a collection is missing from the catalog', async () => {
    await withServer(dataDir, fill);
    const problems = await damage(({ catalog }) => {
      const [key] = [...catalog.getKeys({ start: Buffer.from('c:'), limit: 1 })];
      if (key !== undefined) catalog.removeSync(key);
    });
    expect(problems).toEqual([
      expect.stringMatching(/The catalog cannot be read: .* 2 collections where 3 were stored/),
    ]);
  });

  it('upgrades a folder in the first format when a server starts on it', async () => {
    await withServer(dataDir, fill);
    await damage(({ catalog }) => {
      const next = Buffer.alloc(4);
      next.writeUInt32BE(100, 0);
      catalog.putSync(Buffer.from('next'), next);
      catalog.removeSync(Buffer.from('head'));
      for (const key of [...catalog.getKeys({ start: Buffer.from('s:'), end: Buffer.from('s;') })]) {
        catalog.putSync(key, Buffer.alloc(16));
      }
    });
    await writeFile(join(dataDir, 'FORMAT'), '1\n');
    await expect(verifyMongo({ dataDir })).rejects.toMatchObject({ code: 'FORMAT_TOO_OLD' });
    await withServer(dataDir, (client) => client.db('kept').collection('new').insertOne({ a: 1 }));
    expect(await verifyMongo({ dataDir })).toMatchObject({ collections: 4, documents: 292, problems: [] });
  });

  it('compaction frees space and changes nothing else', async () => {
    await withServer(dataDir, async (client) => {
      await fill(client);
      const big = client.db('kept').collection('big');
      await big.insertMany(Array.from({ length: 200 }, () => ({ text: 'x'.repeat(10_000) })));
      await big.deleteMany({});
      await expect(compactMongo({ dataDir })).rejects.toMatchObject({ code: 'DATA_FOLDER_LOCKED' });
    });
    const { hash } = await verifyMongo({ dataDir });
    const { before, after } = await compactMongo({ dataDir });
    expect(after).toBeLessThan(before / 4);
    expect(await verifyMongo({ dataDir })).toMatchObject({ hash, problems: [] });
    await withServer(dataDir, (client) => client.db('kept').collection('items').insertOne({ email: 'new' }));
  });

  it('does all of it from the command line', async () => {
    await withServer(dataDir, fill);
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [...documentStoreMain, '--dir', dataDir, ...args]);
    expect((await run('--backup', join(folder, 'copy'))).stdout).toMatch(
      /^291 documents copied to .*copy, \d+ bytes\n$/,
    );
    expect((await run('--compact')).stdout).toMatch(/^\d+ bytes before, \d+ bytes after\n$/);
    expect((await run('--verify')).stdout).toMatch(/^291 documents in 3 collections, hash [0-9a-f]{64}, 0 problems\n$/);
    await damage(({ records }) => {
      const [key] = [...records.getKeys({ limit: 1 })];
      if (key !== undefined) records.removeSync(key);
    });
    expect((await run('--help')).stdout).toMatch(/^Usage: mongo/);
    await expect(run('--frobnicate')).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/Usage: mongo/) });
    await expect(run('--verify')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/279 documents where 280/),
    });
  });
});
