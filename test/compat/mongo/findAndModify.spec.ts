import { type Collection, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Job = {
  _id: number;
  status: string;
  priority: number;
  owner?: string;
};

describe('findAndModify', () => {
  let mongo: MongoUnderTest;
  let jobs: Collection<Job>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(async () => {
    jobs = mongo.db.collection<Job>(`jobs_${new ObjectId().toHexString()}`);
  });

  async function claimAll(claimers: number): Promise<string[]> {
    const claims = Array.from({ length: claimers }, async (_, i) => {
      const own: string[] = [];
      for (;;) {
        const job = await jobs.findOneAndUpdate(
          { status: 'QUEUED' },
          { $set: { status: 'CLAIMED', owner: `agent-${i}` } },
          { sort: { priority: -1, _id: 1 }, returnDocument: 'after' },
        );
        if (job === null) return own;
        expect(job.owner).toBe(`agent-${i}`);
        own.push(String(job._id));
      }
    });
    return (await Promise.all(claims)).flat();
  }

  it('gives each job to one of 50 claimers, with an index', async () => {
    await jobs.createIndex({ status: 1, priority: -1, _id: 1 });
    await jobs.insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id, status: 'QUEUED', priority: _id % 3 })));
    const claimed = await claimAll(50);
    expect(claimed.length).toBe(200);
    expect(new Set(claimed).size).toBe(200);
    expect(await jobs.countDocuments({ status: 'QUEUED' })).toBe(0);
  });

  it('gives each job to one of 50 claimers, without an index', async () => {
    await jobs.insertMany(Array.from({ length: 60 }, (_, _id) => ({ _id, status: 'QUEUED', priority: 1 })));
    const claimed = await claimAll(50);
    expect([claimed.length, new Set(claimed).size]).toEqual([60, 60]);
  });

  it('takes the first in the requested order', async () => {
    await jobs.insertMany([
      { _id: 1, status: 'QUEUED', priority: 1 },
      { _id: 2, status: 'QUEUED', priority: 9 },
      { _id: 3, status: 'QUEUED', priority: 5 },
    ]);
    const first = await jobs.findOneAndUpdate(
      { status: 'QUEUED' },
      { $set: { status: 'CLAIMED' } },
      { sort: { priority: -1 } },
    );
    expect(first).toEqual({ _id: 2, status: 'QUEUED', priority: 9 });
    expect(
      await jobs.findOneAndDelete({ status: 'QUEUED' }, { sort: { priority: 1 }, projection: { _id: 1 } }),
    ).toEqual({ _id: 1 });
    expect(
      await jobs.findOneAndReplace({ _id: 3 }, { status: 'NEW', priority: 0 }, { returnDocument: 'after' }),
    ).toEqual({ _id: 3, status: 'NEW', priority: 0 });
  });

  it('returns null when nothing matches, and the new document of an upsert', async () => {
    expect(await jobs.findOneAndUpdate({ _id: 1 }, { $set: { status: 'x' } })).toBeNull();
    const upserted = await jobs.findOneAndUpdate(
      { _id: 1 },
      { $set: { status: 'x' }, $inc: { priority: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    expect(upserted.value).toEqual({ _id: 1, status: 'x', priority: 1 });
    expect(upserted.lastErrorObject).toMatchObject({ n: 1, updatedExisting: false, upserted: 1 });
  });

  it('counts every one of concurrent increments', async () => {
    await jobs.insertOne({ _id: 1, status: 'x', priority: 0 });
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        jobs.findOneAndUpdate({ _id: 1 }, { $inc: { priority: 1 } }, { returnDocument: 'after' }),
      ),
    );
    expect(new Set(results.map((job) => job?.priority)).size).toBe(50);
  });

  it('refuses contradicting options', async () => {
    const run = (command: object) =>
      serverError(mongo.db.command({ findAndModify: jobs.collectionName, query: {}, ...command }));
    expect((await run({ remove: true, update: { $set: { a: 1 } } })).code).toBe(9);
    expect((await run({ remove: true, new: true })).code).toBe(9);
    expect((await run({})).code).toBe(9);
  });
});
