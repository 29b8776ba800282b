import { type Collection, type Document, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

describe('aggregation', () => {
  let mongo: MongoUnderTest;
  let runs: Collection<{ _id: number; [field: string]: unknown }>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
    runs = mongo.db.collection(`runs_${new ObjectId().toHexString()}`);
    await runs.insertMany([
      { _id: 1, project: 'a', status: 'PASS', ms: 100, tags: ['smoke', 'api'], at: new Date('2024-03-30T23:30:00Z') },
      { _id: 2, project: 'a', status: 'FAIL', ms: 250, tags: ['api'], at: new Date('2024-03-31T00:30:00Z') },
      { _id: 3, project: 'b', status: 'PASS', ms: 50, tags: [], at: new Date('2024-03-31T22:30:00Z') },
      { _id: 4, project: 'b', status: 'PASS', at: new Date('2024-04-01T10:00:00Z') },
    ]);
  });
  afterAll(() => mongo.stop());

  const run = (...pipeline: Document[]): Promise<Document[]> => runs.aggregate(pipeline).toArray();
  /** One expression, computed over the first document. */
  async function compute(expression: unknown): Promise<unknown> {
    const [result] = await run({ $match: { _id: 1 } }, { $project: { _id: 0, v: expression } });
    return result?.v;
  }

  it('groups with all accumulators', async () => {
    expect(
      await run(
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: '$project',
            n: { $sum: 1 },
            total: { $sum: '$ms' },
            mean: { $avg: '$ms' },
            least: { $min: '$ms' },
            most: { $max: '$ms' },
            first: { $first: '$_id' },
            last: { $last: '$_id' },
            all: { $push: '$ms' },
            statuses: { $addToSet: '$status' },
            counted: { $count: {} },
          },
        },
        { $sort: { _id: 1 } },
        { $set: { statuses: { $size: '$statuses' } } },
      ),
    ).toEqual([
      {
        _id: 'a',
        n: 2,
        total: 350,
        mean: 175,
        least: 100,
        most: 250,
        first: 1,
        last: 2,
        all: [100, 250],
        statuses: 2,
        counted: 2,
      },
      {
        _id: 'b',
        n: 2,
        total: 50,
        mean: 50,
        least: 50,
        most: 50,
        first: 3,
        last: 4,
        all: [50],
        statuses: 1,
        counted: 2,
      },
    ]);
  });

  it('groups by documents and by nothing', async () => {
    const byTwo = await run(
      { $group: { _id: { p: '$project', s: '$status' }, n: { $sum: 1 } } },
      { $sort: { '_id.p': 1, '_id.s': 1 } },
    );
    expect(byTwo.map((group) => [group._id, group.n])).toEqual([
      [{ p: 'a', s: 'FAIL' }, 1],
      [{ p: 'a', s: 'PASS' }, 1],
      [{ p: 'b', s: 'PASS' }, 2],
    ]);
    expect(await run({ $group: { _id: null, n: { $sum: 1 } } })).toEqual([{ _id: null, n: 4 }]);
    expect(await run({ $match: { _id: 99 } }, { $group: { _id: null, n: { $sum: 1 } } })).toEqual([]);
  });

  it('unwinds arrays, keeping empty ones when asked', async () => {
    expect(await run({ $unwind: '$tags' }, { $sortByCount: '$tags' })).toEqual([
      { _id: 'api', count: 2 },
      { _id: 'smoke', count: 1 },
    ]);
    const kept = await run(
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $sort: { _id: 1, i: 1 } },
      { $project: { tags: 1, i: 1 } },
    );
    expect(kept.map((row) => [row._id, row.tags, row.i])).toEqual([
      [1, 'smoke', 0],
      [1, 'api', 1],
      [2, 'api', 0],
      [3, undefined, null],
      [4, undefined, null],
    ]);
  });

  it('projects, adds and removes fields', async () => {
    expect(await run({ $match: { _id: 1 } }, { $project: { project: 1, slow: { $gte: ['$ms', 100] } } })).toEqual([
      { _id: 1, project: 'a', slow: true },
    ]);
    expect(
      await run({ $match: { _id: 2 } }, { $addFields: { 'meta.ms': '$ms' } }, { $unset: ['tags', 'at', 'ms'] }),
    ).toEqual([{ _id: 2, project: 'a', status: 'FAIL', meta: { ms: 250 } }]);
    expect(await run({ $match: { _id: 2 } }, { $replaceRoot: { newRoot: { id: '$_id' } } })).toEqual([{ id: 2 }]);
  });

  it('sorts, skips, limits and counts', async () => {
    expect((await run({ $sort: { ms: -1 } }, { $skip: 1 }, { $limit: 2 })).map((row) => row._id)).toEqual([1, 3]);
    expect(await run({ $match: { status: 'PASS' } }, { $count: 'passed' })).toEqual([{ passed: 3 }]);
    expect(
      await run({
        $facet: { n: [{ $count: 'n' }], top: [{ $sort: { ms: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }] },
      }),
    ).toEqual([{ n: [{ n: 4 }], top: [{ _id: 2 }] }]);
  });

  it('computes conditions, arithmetic and text', async () => {
    expect(await compute({ $cond: [{ $eq: ['$status', 'PASS'] }, 'good', 'bad'] })).toBe('good');
    expect(await compute({ $ifNull: ['$absent', '$project'] })).toBe('a');
    expect(
      await compute(
        JSON.parse('{"$switch":{"branches":[{"case":{"$gt":["$ms",500]},"then":"slow"}],"default":"fast"}}'),
      ),
    ).toBe('fast');
    expect(await compute({ $add: ['$ms', 1, 0.5] })).toBe(101.5);
    expect(await compute({ $divide: [{ $subtract: ['$ms', 1] }, 2] })).toBe(49.5);
    expect(await compute({ $concat: ['$project', '-', { $toString: '$_id' }] })).toBe('a-1');
    expect(await compute({ $concat: ['$project', '$absent'] })).toBeNull();
    expect(await compute({ $and: [{ $in: ['api', '$tags'] }, { $not: [{ $eq: ['$ms', 5] }] }] })).toBe(true);
    expect(await compute({ $arrayElemAt: ['$tags', -1] })).toBe('api');
    expect(await compute({ $map: { input: '$tags', as: 't', in: { $toUpper: '$$t' } } })).toEqual(['SMOKE', 'API']);
    expect(await compute({ $filter: { input: '$tags', as: 't', cond: { $eq: ['$$t', 'api'] } } })).toEqual(['api']);
  });

  it('writes and truncates dates in a time zone', async () => {
    const days = await run(
      { $group: { _id: { $dateTrunc: { date: '$at', unit: 'day', timezone: 'Europe/Berlin' } }, n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    );
    // The clocks went forward on 31 March: that day began at 23:00 UTC and the next one at 22:00 UTC.
    expect(days).toEqual([
      { _id: new Date('2024-03-30T23:00:00Z'), n: 2 },
      { _id: new Date('2024-03-31T22:00:00Z'), n: 2 },
    ]);
    expect(await compute({ $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M', timezone: '+02:00' } })).toBe(
      '2024-03-31 01:30',
    );
    expect(await compute({ $dateToString: { date: '$at' } })).toBe('2024-03-30T23:30:00.000Z');
    expect(await compute({ $dateTrunc: { date: '$at', unit: 'week', startOfWeek: 'monday' } })).toEqual(
      new Date('2024-03-25T00:00:00Z'),
    );
    expect(await compute({ $dateTrunc: { date: '$at', unit: 'month' } })).toEqual(new Date('2024-03-01T00:00:00Z'));
  });

  it('hands out results in batches', async () => {
    const many = mongo.db.collection<{ _id: number }>(`many_${new ObjectId().toHexString()}`);
    await many.insertMany(Array.from({ length: 1000 }, (_, _id) => ({ _id })));
    const found = await many
      .aggregate([{ $match: { _id: { $gte: 10 } } }, { $sort: { _id: -1 } }], { batchSize: 33 })
      .toArray();
    expect(found.map((row) => row._id)).toEqual(Array.from({ length: 990 }, (_, i) => 999 - i));
  });

  it('refuses stages, operators and accumulators it does not know', async () => {
    expect((await serverError(run({ $lookup: { from: 'x' } }))).code).toBeGreaterThan(0);
    expect((await serverError(run({ $frob: {} }))).code).toBe(40324);
    expect((await serverError(run({ $project: { a: { $frob: 1 } } }))).code).toBeGreaterThan(0);
    expect((await serverError(run({ $group: { _id: null, a: { $frob: 1 } } }))).code).toBe(15952);
    expect((await serverError(run({ $group: { n: { $sum: 1 } } }))).code).toBe(15955);
    expect((await serverError(run({ $match: { _id: 1 } }, { $project: { v: { $add: ['$status', 1] } } }))).code).toBe(
      14,
    );
  });
});
