import { type Collection, type Document, ObjectId } from 'mongodb';
import { eventually } from '../../support/eventually.ts';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Run = {
  _id: number;
  account?: string;
  status?: string;
  at?: number;
  tags?: unknown;
  [field: string]: unknown;
};

/** The stages of a winning plan, outermost first, with the index used. */
function planOf(explained: Document): {
  stages: string[];
  index: string | undefined;
} {
  const stages: string[] = [];
  let index: string | undefined;
  for (
    let plan = Object(explained.queryPlanner?.winningPlan);
    plan.stage !== undefined;
    plan = Object(plan.inputStage)
  ) {
    stages.push(plan.stage);
    index = plan.indexName ?? index;
  }
  return { stages, index };
}

describe('indexes', () => {
  let mongo: MongoUnderTest;
  let runs: Collection<Run>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(() => {
    runs = mongo.db.collection<Run>(`runs_${new ObjectId().toHexString()}`);
  });

  async function many(count: number): Promise<void> {
    const statuses = ['QUEUED', 'RUNNING', 'PASS'];
    await runs.insertMany(
      Array.from({ length: count }, (_, _id) => ({
        _id,
        account: String(_id % 4),
        status: statuses[_id % 3],
        at: (_id * 7) % count,
      })),
    );
  }

  it('pages with an equality prefix and a sort, in both directions and over a range', async () => {
    await many(400);
    await runs.createIndex({ account: 1, at: -1 });
    const expected = (await runs.find({ account: '1' }).hint({ $natural: 1 }).toArray()).sort(
      (a, b) => Number(b.at) - Number(a.at),
    );
    const query = runs.find({ account: '1' }).sort({ at: -1 });
    expect(planOf(await query.clone().explain())).toEqual({ stages: ['FETCH', 'IXSCAN'], index: 'account_1_at_-1' });
    expect(await query.clone().toArray()).toEqual(expected);
    expect(await runs.find({ account: '1' }).sort({ at: 1 }).toArray()).toEqual([...expected].reverse());
    expect(await query.clone().skip(10).limit(10).toArray()).toEqual(expected.slice(10, 20));
    const ranged = runs.find({ account: '1', at: { $lt: 300, $gte: 100 } }).sort({ at: -1 });
    expect(planOf(await ranged.clone().explain()).stages).toEqual(['FETCH', 'IXSCAN']);
    expect(await ranged.toArray()).toEqual(expected.filter((run) => Number(run.at) < 300 && Number(run.at) >= 100));
  });

  it('pages over several values of the prefix in the order of the index', async () => {
    await many(400);
    await runs.createIndex({ account: 1, status: 1, at: -1 });
    const query = runs.find({ account: '1', status: { $in: ['PASS', 'QUEUED'] }, at: { $lt: 350 } }).sort({ at: -1 });
    const scanned = (await runs.find({ account: '1' }).hint({ $natural: 1 }).toArray())
      .filter((run) => run.status !== 'RUNNING' && Number(run.at) < 350)
      .sort((a, b) => Number(b.at) - Number(a.at));
    expect(planOf(await query.clone().explain()).stages).not.toContain('SORT');
    expect(await query.clone().toArray()).toEqual(scanned);
    expect(await query.clone().batchSize(3).toArray()).toEqual(scanned);
    expect(await query.clone().limit(5).toArray()).toEqual(scanned.slice(0, 5));
    expect(await query.clone().sort({ at: 1 }).toArray()).toEqual([...scanned].reverse());
  });

  it('continues from batch to batch in the order of the index', async () => {
    await many(400);
    await runs.createIndex({ at: 1 });
    const found = await runs
      .find({ at: { $gte: 50 } })
      .sort({ at: -1 })
      .batchSize(7)
      .toArray();
    expect(found.map((run) => run.at)).toEqual(Array.from({ length: 350 }, (_, i) => 399 - i));
  });

  it('sorts in memory when no index gives the order', async () => {
    await many(50);
    await runs.createIndex({ account: 1, at: 1 });
    expect(planOf(await runs.find({ account: '1' }).sort({ status: 1 }).explain()).stages[0]).toBe('SORT');
    const mixed = await runs
      .find({ account: { $in: ['1', '2'] } })
      .sort({ at: 1 })
      .toArray();
    expect(mixed.map((run) => run.at)).toEqual(mixed.map((run) => run.at).sort((a, b) => Number(a) - Number(b)));
  });

  it('finds many by _id without a scan', async () => {
    await many(300);
    const found = await runs
      .find({ _id: { $in: [5, 299, 1000, 7] } })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map((run) => run._id)).toEqual([5, 7, 299]);
    expect(planOf(await runs.find({ _id: 5 }).explain()).stages).not.toContain('COLLSCAN');
  });

  it('reads only what a sparse index holds when hinted, and everything otherwise', async () => {
    await runs.insertMany([{ _id: 1 }, { _id: 2, status: 'PASS' }]);
    await runs.createIndex({ status: 1 }, { sparse: true });
    expect(await runs.find({ _id: 1 }).hint('status_1').toArray()).toEqual([]);
    expect(await runs.find({}).hint('status_1').toArray()).toEqual([{ _id: 2, status: 'PASS' }]);
    expect(await runs.find({ status: { $ne: 'PASS' } }).toArray()).toEqual([{ _id: 1 }]);
  });

  it('keeps a hidden index up to date and never uses it', async () => {
    await many(30);
    await runs.createIndex({ at: 1 }, { hidden: true, unique: true });
    expect(planOf(await runs.find({ at: 5 }).explain()).stages).toEqual(['COLLSCAN']);
    expect((await serverError(runs.find({}).hint('at_1').toArray())).code).toBe(2);
    expect((await serverError(runs.insertOne({ _id: 1_000, at: 5 }))).code).toBe(11000);
    expect(await runs.indexes()).toContainEqual(expect.objectContaining({ name: 'at_1', hidden: true }));
  });

  it('explains the source of a pipeline, and refuses what cannot be explained', async () => {
    await many(30);
    await runs.createIndex({ status: 1 });
    const pipeline = [{ $match: { status: 'PASS' } }, { $group: { _id: '$account' } }];
    const { stages } = await runs.aggregate(pipeline).explain();
    expect(stages.map((stage: object) => Object.keys(stage))).toEqual([['$cursor'], ['$group']]);
    expect(planOf(stages[0].$cursor).index).toBe('status_1');
    expect(planOf(await runs.aggregate(pipeline.slice(0, 1)).explain()).index).toBe('status_1');
    const find = { find: runs.collectionName };
    expect((await serverError(mongo.db.command({ explain: find, verbosity: 'frob' }))).code).toBe(2);
    expect((await serverError(mongo.db.command({ explain: { ...find, writeConcern: { w: 1 } } }))).code).toBe(72);
  });

  it('keeps entries up to date with updates and deletes', async () => {
    await many(60);
    await runs.createIndex({ status: 1, at: 1 });
    await runs.updateMany({ status: 'QUEUED' }, { $set: { status: 'PASS' } });
    await runs.deleteMany({ at: { $lt: 10 } });
    for (const status of ['QUEUED', 'RUNNING', 'PASS']) {
      const indexed = await runs.find({ status }).hint('status_1_at_1').sort({ _id: 1 }).toArray();
      expect(indexed).toEqual(await runs.find({ status }).hint({ $natural: 1 }).sort({ _id: 1 }).toArray());
    }
  });

  it('finds documents by each element of an array, once', async () => {
    await runs.createIndex({ tags: 1 });
    await runs.insertMany([
      { _id: 1, tags: ['a', 'b', 'a'] },
      { _id: 2, tags: 'b' },
      { _id: 3, tags: [] },
      { _id: 4, tags: [['a']] },
    ]);
    expect(
      (
        await runs
          .find({ tags: { $gte: 'a' } })
          .hint({ tags: 1 })
          .toArray()
      )
        .map((run) => run._id)
        .sort(),
    ).toEqual([1, 2]);
    await runs.updateOne({ _id: 1 }, { $set: { tags: ['b'] } });
    expect(await runs.find({ tags: 'a' }).hint({ tags: 1 }).toArray()).toEqual([]);
    expect((await runs.find({ tags: 'b' }).hint({ tags: 1 }).toArray()).length).toBe(2);
  });

  it('indexes several fields inside an array, and refuses parallel arrays', async () => {
    await runs.createIndex({ 'steps.name': 1, 'steps.state': 1 });
    await runs.insertOne({
      _id: 1,
      steps: [
        { name: 'a', state: 1 },
        { name: 'b', state: 2 },
      ],
    });
    const query = { 'steps.name': 'a', 'steps.state': 2 };
    expect((await runs.find(query).hint({ 'steps.name': 1, 'steps.state': 1 }).toArray()).length).toBe(1);
    await runs.createIndex({ x: 1, y: 1 });
    expect((await serverError(runs.insertOne({ _id: 2, x: [1], y: [2] }))).code).toBe(171);
    expect(await runs.countDocuments()).toBe(1);
  });

  it('enforces a unique index over present and missing fields', async () => {
    await runs.createIndex({ key: 1 }, { unique: true });
    await runs.insertOne({ _id: 1, key: 'a' });
    await runs.insertOne({ _id: 2 });
    expect((await serverError(runs.insertOne({ _id: 3 }))).code).toBe(11000);
    expect((await serverError(runs.updateOne({ _id: 2 }, { $set: { key: 'a' } }))).code).toBe(11000);
    expect(await runs.findOne({ _id: 2 })).toEqual({ _id: 2 });
    await runs.updateOne({ _id: 1 }, { $set: { key: 'b' } });
    await runs.updateOne({ _id: 2 }, { $set: { key: 'a' } });
    expect(await runs.findOne({ key: 'a' })).toMatchObject({ _id: 2 });
  });

  it('does not build a unique index over duplicates', async () => {
    await runs.insertMany([
      { _id: 1, key: 'a' },
      { _id: 2, key: 'a' },
    ]);
    expect((await serverError(runs.createIndex({ key: 1 }, { unique: true }))).code).toBe(11000);
    expect((await runs.indexes()).length).toBe(1);
  });

  it('leaves documents without the field out of a sparse index, and still finds them', async () => {
    await runs.createIndex({ key: 1 }, { unique: true, sparse: true });
    await runs.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, key: 'a' }]);
    expect((await runs.find({ key: null }).toArray()).length).toBe(2);
    expect((await runs.find().sort({ key: 1 }).toArray()).length).toBe(3);
    expect(planOf(await runs.find({ key: 'a' }).explain()).index).toBe('key_1');
  });

  it('uses a partial index only for filters it covers', async () => {
    await runs.createIndex({ at: 1 }, { partialFilterExpression: { status: 'QUEUED' }, unique: true });
    await runs.insertMany([
      { _id: 1, status: 'QUEUED', at: 1 },
      { _id: 2, status: 'PASS', at: 1 },
      { _id: 3, status: 'PASS', at: 1 },
    ]);
    expect((await serverError(runs.insertOne({ _id: 4, status: 'QUEUED', at: 1 }))).code).toBe(11000);
    expect(planOf(await runs.find({ status: 'QUEUED', at: 1 }).explain()).index).toBe('at_1');
    expect((await runs.find({ at: 1 }).toArray()).length).toBe(3);
    await runs.updateOne({ _id: 1 }, { $set: { status: 'PASS' } });
    await runs.insertOne({ _id: 4, status: 'QUEUED', at: 1 });
    expect(await runs.countDocuments({ status: 'QUEUED', at: 1 })).toBe(1);
  });

  it('counts the same with and without an index', async () => {
    await many(500);
    const filters = [
      { account: '2' },
      { account: '2', at: { $gte: 100, $lt: 200 } },
      { at: { $gt: 490 } },
      { account: { $in: ['0', '3'] } },
    ];
    const before = await Promise.all(filters.map((filter) => runs.countDocuments(filter)));
    await runs.createIndex({ account: 1, at: 1 });
    await runs.createIndex({ at: -1 });
    expect(await Promise.all(filters.map((filter) => runs.countDocuments(filter)))).toEqual(before);
  });

  it('removes what has expired, and nothing else', async () => {
    await runs.createIndex({ endsAt: 1 }, { expireAfterSeconds: 1 });
    const now = Date.now();
    await runs.insertMany([
      { _id: 1, endsAt: new Date(now - 60_000) },
      { _id: 2, endsAt: new Date(now + 600_000) },
      { _id: 3, endsAt: 5 },
      { _id: 4 },
      { _id: 5, endsAt: [new Date(now + 600_000), new Date(now - 60_000)] },
    ]);
    await eventually(async () => (await runs.countDocuments()) === 3);
    expect((await runs.find().sort({ _id: 1 }).toArray()).map((run) => run._id)).toEqual([2, 3, 4]);
  });

  it('lists, repeats and drops indexes', async () => {
    expect(await runs.createIndex({ a: 1, b: -1 })).toBe('a_1_b_-1');
    expect(await runs.createIndex({ a: 1, b: -1 })).toBe('a_1_b_-1');
    await runs.createIndex({ c: 1 }, { unique: true, name: 'byC' });
    expect(await runs.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      { v: 2, key: { c: 1 }, name: 'byC', unique: true },
    ]);
    await runs.dropIndex('byC');
    expect((await serverError(runs.dropIndex('byC'))).code).toBe(27);
    expect((await serverError(runs.dropIndex('_id_'))).code).toBe(72);
    await runs.dropIndexes();
    expect((await runs.indexes()).length).toBe(1);
  });

  it('refuses an index that differs from one of the same name or key', async () => {
    await runs.createIndex({ a: 1 });
    expect((await serverError(runs.createIndex({ a: 1 }, { unique: true }))).code).toBe(86);
    expect((await serverError(runs.createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
    expect((await serverError(runs.createIndex({ b: 1 }, { name: 'a_1' }))).code).toBe(86);
    expect((await serverError(runs.find({}).hint('absent').toArray())).code).toBe(2);
  });

  it('finds long texts through an index, and in their order', async () => {
    const base = 'x'.repeat(3000);
    await runs.createIndex({ text: 1 });
    await runs.insertMany([3, 1, 2].map((_id) => ({ _id, text: `${base}${_id}` })));
    expect(
      (
        await runs
          .find({ text: `${base}2` })
          .hint({ text: 1 })
          .toArray()
      ).map((run) => run._id),
    ).toEqual([2]);
    expect(
      (
        await runs
          .find({ text: { $gt: `${base}1` } })
          .sort({ text: 1 })
          .toArray()
      ).map((run) => run._id),
    ).toEqual([2, 3]);
  });
});
