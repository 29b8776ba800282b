import { type Collection, type Document, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

describe('aggregation for analytics', () => {
  let mongo: MongoUnderTest;
  let results: Collection<{ _id: number; [field: string]: unknown }>;
  let tests: Collection<{ _id: number | string; [field: string]: unknown }>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
    results = mongo.db.collection(`results_${new ObjectId().toHexString()}`);
    tests = mongo.db.collection(`tests_${new ObjectId().toHexString()}`);
    await results.insertMany([
      { _id: 1, test: 'login', ms: 62, run: 1 },
      { _id: 2, test: 'login', ms: 60, run: 2 },
      { _id: 3, test: 'login', ms: 67, run: 3 },
      { _id: 4, test: 'login', ms: 64, run: 4 },
      { _id: 5, test: 'login', ms: 60, run: 5 },
      { _id: 6, test: 'cart', ms: 10, run: 1 },
      { _id: 7, test: ['cart', 'login'], run: 2 },
      { _id: 8, run: 2 },
    ]);
    await tests.insertMany([
      { _id: 1, name: 'login', owner: 'ann' },
      { _id: 2, name: 'cart', owner: 'bob' },
      { _id: 3, name: ['cart', 'alias'] },
      { _id: 4 },
    ]);
  });
  afterAll(() => mongo.stop());

  const run = (...pipeline: Document[]): Promise<Document[]> => results.aggregate(pipeline).toArray();
  const login = { $match: { test: 'login', ms: { $exists: true } } };
  async function accumulate(accumulator: Document): Promise<unknown> {
    const [result] = await run(login, { $sort: { _id: 1 } }, { $group: { _id: null, v: accumulator } });
    return result?.v;
  }

  it('computes percentiles and medians', async () => {
    const percentiles = { input: '$ms', p: [0, 0.5, 0.75, 0.95, 1], method: 'approximate' };
    expect(await accumulate({ $percentile: percentiles })).toEqual([60, 62, 64, 67, 67]);
    expect(await accumulate({ $median: { input: '$ms', method: 'approximate' } })).toBe(62);
    expect(await accumulate({ $percentile: { ...percentiles, input: '$nothing', p: [0.5] } })).toEqual([null]);
    expect(await accumulate({ $median: { input: '$nothing', method: 'approximate' } })).toBeNull();
    const refused = (spec: Document) => serverError(run({ $group: { _id: null, v: { $percentile: spec } } }));
    expect(await refused({ ...percentiles, method: 'exact' })).toMatchObject({ code: 2 });
    expect(await refused({ ...percentiles, p: [2] })).toMatchObject({ code: 7750303 });
    expect(await refused({ input: '$ms', method: 'approximate' })).toMatchObject({ code: 40414 });
  });

  it('computes standard deviations', async () => {
    expect(await accumulate({ $stdDevPop: '$ms' })).toBeCloseTo(2.6533, 4);
    expect(await accumulate({ $stdDevSamp: '$ms' })).toBeCloseTo(2.9665, 4);
    expect(await accumulate({ $stdDevSamp: '$nothing' })).toBeNull();
  });

  it('picks the first, last, smallest, largest and top values by an order', async () => {
    expect(await accumulate({ $firstN: { input: '$run', n: 2 } })).toEqual([1, 2]);
    expect(await accumulate({ $lastN: { input: '$run', n: 2 } })).toEqual([4, 5]);
    expect(await accumulate({ $minN: { input: '$ms', n: 3 } })).toEqual([60, 60, 62]);
    expect(await accumulate({ $maxN: { input: '$ms', n: 2 } })).toEqual([67, 64]);
    expect(await accumulate({ $top: { sortBy: { ms: -1 }, output: '$run' } })).toBe(3);
    expect(await accumulate({ $topN: { n: 2, sortBy: { ms: -1 }, output: ['$run', '$ms'] } })).toEqual([
      [3, 67],
      [4, 64],
    ]);
    expect(await accumulate({ $bottom: { sortBy: { ms: -1, run: 1 }, output: '$run' } })).toBe(5);
    expect(await accumulate({ $bottomN: { n: 2, sortBy: { run: 1 }, output: '$run' } })).toEqual([4, 5]);
    expect(await accumulate({ $mergeObjects: { ms: '$ms' } })).toEqual({ ms: 60 });
  });

  it('sorts into buckets', async () => {
    const bucket = {
      groupBy: '$ms',
      boundaries: [0, 61, 65],
      default: 'rest',
      output: { n: { $sum: 1 }, runs: { $push: '$run' } },
    };
    expect(await run({ $sort: { _id: 1 } }, { $bucket: bucket })).toEqual([
      { _id: 0, n: 3, runs: [2, 5, 1] },
      { _id: 61, n: 2, runs: [1, 4] },
      { _id: 'rest', n: 3, runs: [3, 2, 2] },
    ]);
    expect(await run(login, { $bucket: { groupBy: '$ms', boundaries: [60, 64, 70] } })).toEqual([
      { _id: 60, count: 3 },
      { _id: 64, count: 2 },
    ]);
    expect(await serverError(run({ $bucket: { groupBy: '$ms', boundaries: [60, 64] } }))).toMatchObject({
      code: 40066,
    });
    expect(await serverError(run({ $bucket: { groupBy: '$ms', boundaries: [3, 1] } }))).toMatchObject({ code: 40194 });
    expect(await run(login, { $bucketAuto: { groupBy: '$run', buckets: 2 } })).toEqual([
      { _id: { min: 1, max: 4 }, count: 3 },
      { _id: { min: 4, max: 5 }, count: 2 },
    ]);
  });

  it('looks up by equality, with and without an index', async () => {
    const lookup = { from: tests.collectionName, localField: 'test', foreignField: 'name', as: 'about' };
    const looked = () =>
      run({ $lookup: lookup }, { $sort: { _id: 1 } }, { $project: { ids: '$about._id' } }).then((rows) =>
        rows.map(({ _id, ids }) => [_id, [...ids].sort()]),
      );
    const wanted = [...[1, 2, 3, 4, 5].map((id) => [id, [1]]), [6, [2, 3]], [7, [1, 2, 3]], [8, [4]]];
    expect(await looked()).toEqual(wanted);
    await tests.createIndex({ name: 1 });
    expect(await looked()).toEqual(wanted);
    const joined = await run({ $match: { _id: 1 } }, { $lookup: { ...lookup, as: 'x.y' } }, { $unwind: '$x.y' });
    expect(joined).toEqual([
      { _id: 1, test: 'login', ms: 62, run: 1, x: { y: { _id: 1, name: 'login', owner: 'ann' } } },
    ]);
    expect(await run({ $match: { _id: 1 } }, { $lookup: { ...lookup, from: 'nothing' } })).toMatchObject([
      { about: [] },
    ]);
    expect(await serverError(run({ $lookup: { from: 'x', as: 'y' } }))).toMatchObject({ code: 9 });
  });

  it('understands constants of a command', async () => {
    const options = { let: { wanted: 'cart', limit: { $add: [1, 1] } } };
    expect(await results.find({ $expr: { $eq: ['$test', '$$wanted'] } }, options).toArray()).toHaveLength(1);
    const stages = [
      { $match: { $expr: { $lt: ['$run', '$$limit'] } } },
      { $project: { w: '$$wanted' } },
      { $sort: { _id: 1 } },
    ];
    expect(await results.aggregate(stages, options).toArray()).toEqual([
      { _id: 1, w: 'cart' },
      { _id: 6, w: 'cart' },
    ]);
    expect(await serverError(results.find({ $expr: { $eq: ['$test', '$$other'] } }, options).toArray())).toMatchObject({
      code: 17276,
    });
  });

  it('serves each branch of $or by an index', async () => {
    const things = mongo.db.collection<{ _id: number; a: number; b: number; c: number[] }>(
      new ObjectId().toHexString(),
    );
    await things.insertMany(
      Array.from({ length: 200 }, (_, i) => ({ _id: i, a: i % 20, b: i % 30, c: [i % 3, i % 5] })),
    );
    await things.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    const filter = { $or: [{ a: 3 }, { b: { $gte: 28 } }, { c: 4, _id: { $lt: 50 } }] };
    const ids = (documents: { _id: number }[]) => documents.map(({ _id }) => _id).sort((x, y) => x - y);
    const scanned = await things.find(filter).hint({ $natural: 1 }).toArray();
    expect(ids(await things.find(filter).batchSize(7).toArray())).toEqual(ids(scanned));
    expect(await things.countDocuments(filter)).toBe(scanned.length);
    const sorted = await things.find(filter).sort({ b: -1, _id: 1 }).limit(5).toArray();
    expect(sorted.map(({ b }) => b)).toEqual([29, 29, 29, 29, 29]);
    expect(JSON.stringify((await things.find(filter).explain()).queryPlanner.winningPlan)).not.toContain('COLLSCAN');
    expect((await things.updateMany(filter, { $inc: { a: 100 } })).modifiedCount).toBe(scanned.length);
  });

  it('replaces a collection with the results and keeps its indexes, or changes nothing when that fails', async () => {
    const name = new ObjectId().toHexString();
    const target = mongo.db.collection<{ _id: string | null; n: number }>(name);
    await target.createIndex({ n: 1 });
    await target.insertOne({ _id: 'old', n: 0 });
    const group = { $group: { _id: '$run', n: { $sum: 1 } } };
    expect(await run(group, { $out: name })).toEqual([]);
    expect(await target.find().sort({ n: -1, _id: 1 }).hint('n_1').toArray()).toEqual([
      { _id: 2, n: 3 },
      { _id: 1, n: 2 },
      { _id: 3, n: 1 },
      { _id: 4, n: 1 },
      { _id: 5, n: 1 },
    ]);
    const failing = run({ $project: { v: { $divide: [1, { $subtract: ['$run', 4] }] } } }, { $out: name });
    expect(await serverError(failing)).toMatchObject({ code: 2 });
    expect(await target.countDocuments()).toBe(5);
    expect(await mongo.db.listCollections({ name: /^tmp/ }).toArray()).toEqual([]);
    expect(await serverError(run({ $out: name }, { $limit: 1 }))).toMatchObject({ code: 40601 });
  });

  it('merges the results into a collection', async () => {
    const name = new ObjectId().toHexString();
    const target = mongo.db.collection<{ _id: number; kept?: boolean; n?: number }>(name);
    await target.insertMany([
      { _id: 1, kept: true, n: 0 },
      { _id: 9, kept: true },
    ]);
    const computed = [{ $group: { _id: '$run', n: { $sum: 1 } } }, { $match: { _id: { $lt: 3 } } }];
    const all = () => target.find().sort({ _id: 1 }).toArray();
    await run(...computed, { $merge: { into: name, whenMatched: 'keepExisting', whenNotMatched: 'discard' } });
    expect(await all()).toEqual([
      { _id: 1, kept: true, n: 0 },
      { _id: 9, kept: true },
    ]);
    await run(...computed, { $merge: name });
    expect(await all()).toEqual([
      { _id: 1, kept: true, n: 2 },
      { _id: 2, n: 3 },
      { _id: 9, kept: true },
    ]);
    await run(...computed, { $merge: { into: name, on: '_id', whenMatched: 'replace' } });
    expect((await all())[0]).toEqual({ _id: 1, n: 2 });
    expect(await serverError(run(...computed, { $merge: { into: name, whenMatched: 'fail' } }))).toMatchObject({
      code: 11000,
    });
    const unknown = run({ $project: { _id: 77 } }, { $merge: { into: name, whenNotMatched: 'fail' } });
    expect(await serverError(unknown)).toMatchObject({ code: 13113 });
    expect(await serverError(run({ $merge: { into: name, on: 'n' } }))).toMatchObject({ code: 51183 });
  });

  it('starts from documents of the command', async () => {
    const documents = [{ a: 1 }, { a: { $add: [1, 1] } }];
    expect(await mongo.db.aggregate([{ $documents: documents }, { $match: { a: 2 } }]).toArray()).toEqual([{ a: 2 }]);
    expect(await serverError(mongo.db.aggregate([{ $match: {} }]).toArray())).toMatchObject({ code: 73 });
  });

  it('sorts more than the memory limit when only the first documents are requested', async () => {
    const wide = mongo.db.collection<{ _id: number; text: string }>(new ObjectId().toHexString());
    const text = 'x'.repeat(30_000);
    for (let from = 0; from < 4_000; from += 500) {
      await wide.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: from + i, text })));
    }
    const stages = [{ $set: { m: { $mod: ['$_id', 1_000] } } }, { $sort: { m: -1, _id: 1 } }, { $limit: 2 }];
    expect((await wide.aggregate(stages).toArray()).map(({ _id }) => _id)).toEqual([999, 1_999]);
    expect(await serverError(wide.aggregate(stages.slice(0, 2)).toArray())).toMatchObject({ code: 292 });
  });

  it('accepts the simple collation and refuses what it does not know', async () => {
    expect(await results.find({ test: 'cart' }, { collation: { locale: 'simple' } }).toArray()).toHaveLength(2);
    expect(await serverError(results.find({}, { collation: { locale: 'qq' } }).toArray())).toMatchObject({
      code: 2,
    });
  });
});
