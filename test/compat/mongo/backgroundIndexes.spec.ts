import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyMongo } from '@assay/embedded-mongo';
import { type Collection, MongoClient, MongoServerError } from 'mongodb';
import { eventually } from '../../support/eventually.ts';
import { type DocumentStoreProcess, startDocumentStoreProcess } from './documentStoreProcess.ts';
import { serverError } from './mongoUnderTest.ts';

type Row = {
  _id: number;
  n: number;
  tags: string[];
};

// The checks at the end read the data folder.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;
const rowCount = 12_000;

describeOwn('an index on a collection that is in use', () => {
  let dataDir: string;
  let server: DocumentStoreProcess;
  let client: MongoClient;
  let rows: Collection<Row>;
  let lastCollection = 0;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mongo-building-'));
    await start();
  });
  beforeEach(newRows);
  afterEach(async () => {
    expect((await verifyMongo({ dataDir })).problems).toEqual([]);
  });
  afterAll(async () => {
    await client.close();
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  async function newRows(): Promise<void> {
    rows = client.db('x').collection<Row>(`rows${++lastCollection}`);
    for (let from = 0; from < rowCount; from += 4_000) {
      await rows.insertMany(
        Array.from({ length: 4_000 }, (_, i) => ({ _id: from + i, n: from + i, tags: [`t${i % 10}`, 'all'] })),
      );
    }
  }

  async function start(): Promise<void> {
    server = await startDocumentStoreProcess(dataDir);
    client = await MongoClient.connect(server.url, { retryWrites: false });
  }

  it('is built while others read and write, and holds what they wrote', async () => {
    let turns = 0;
    let names: string[] = [];
    // How many writes fit into a build depends on the machine; a build that leaves no time for others would never
    // finish this.
    await eventually(async () => {
      await rows.dropIndexes();
      const before = turns;
      let building = true;
      const built = rows.createIndexes([{ key: { tags: 1, n: 1 } }, { key: { n: -1 }, unique: true }]).finally(() => {
        building = false;
      });
      while (building) {
        const at = turns * 37;
        await rows.insertOne({ _id: rowCount + turns, n: rowCount + turns, tags: ['late'] });
        await rows.updateOne({ _id: at % rowCount }, { $push: { tags: 'changed' } });
        await rows.deleteOne({ _id: (rowCount - 1 - at) % rowCount });
        turns++;
      }
      names = await built;
      return turns - before > 2;
    });
    expect(names).toEqual(['tags_1_n_1', 'n_-1']);
    expect(await rows.countDocuments({ tags: 'late' }, { hint: 'tags_1_n_1' })).toBe(turns);
    const byIndex = await rows.find({ n: { $gte: 0 } }, { hint: 'n_-1' }).toArray();
    expect(byIndex).toHaveLength(await rows.countDocuments());
  });

  it('is not created when two documents have the same unique key', async () => {
    await rows.insertOne({ _id: -1, n: 5, tags: [] });
    expect(await serverError(rows.createIndex({ n: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
    const both = [{ key: { tags: 1 } }, { key: { n: 1 }, unique: true }] as const;
    expect(await serverError(rows.createIndexes([...both]))).toMatchObject({ code: 11000 });
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await rows.deleteOne({ _id: -1 });
    expect(await rows.createIndexes([...both])).toEqual(['tags_1', 'n_1']);
  });

  it('is built once when two ask for it at the same time', async () => {
    const other = await MongoClient.connect(server.url, { retryWrites: false });
    const asked = [rows, other.db('x').collection<Row>(rows.collectionName)].map((each) => each.createIndex({ n: 1 }));
    expect(await Promise.all(asked)).toEqual(['n_1', 'n_1']);
    await other.close();
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'n_1']);
  });

  it('is aborted when the collection is dropped', async () => {
    // A build that finished earlier is not aborted.
    const refusal = await eventually(async () => {
      await newRows();
      const [outcome] = await Promise.all([rows.createIndex({ n: 1 }).catch((error: unknown) => error), rows.drop()]);
      return outcome instanceof MongoServerError ? outcome : null;
    });
    expect(refusal).toMatchObject({ code: 276, codeName: 'IndexBuildAborted' });
    expect(await client.db('x').listCollections({ name: rows.collectionName }).toArray()).toEqual([]);
  });

  it('leaves nothing behind when the server is killed during the build, and can be built again', async () => {
    await eventually(async () => {
      await newRows();
      const asked = rows.createIndex({ tags: 1, n: 1 }).catch(() => 'cut off');
      await rows.insertOne({ _id: -1, n: -1, tags: ['late'] });
      await rows.insertOne({ _id: -2, n: -2, tags: ['late'] });
      await server.end('SIGKILL');
      const outcome = await asked;
      await client.close();
      await start();
      rows = client.db('x').collection<Row>(rows.collectionName);
      return outcome === 'cut off';
    });
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    expect(await rows.createIndex({ tags: 1, n: 1 })).toBe('tags_1_n_1');
    expect(await rows.countDocuments({ tags: 'late' }, { hint: 'tags_1_n_1' })).toBe(2);
  });
});
