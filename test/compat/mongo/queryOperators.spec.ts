import { type Collection, Double, type Filter, Int32, Long, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Thing = {
  _id: number;
  [field: string]: unknown;
};

describe('query operators', () => {
  let mongo: MongoUnderTest;
  let things: Collection<Thing>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());

  async function given(...documents: Thing[]): Promise<void> {
    things = mongo.db.collection<Thing>(`things_${new ObjectId().toHexString()}`);
    await things.insertMany(documents);
  }
  async function ids(filter: Filter<Thing>): Promise<number[]> {
    return (await things.find(filter).sort({ _id: 1 }).toArray()).map((thing) => thing._id);
  }
  async function refusal(filter: Filter<Thing>): Promise<unknown> {
    return (await serverError(things.find(filter).toArray())).code;
  }

  it('compares only values of the same type', async () => {
    await given(
      { _id: 1, v: 5 },
      { _id: 2, v: '5' },
      { _id: 3, v: null },
      { _id: 4 },
      { _id: 5, v: new Date(5) },
      { _id: 6, v: 7.5 },
    );
    expect(await ids({ v: { $gt: 4 } })).toEqual([1, 6]);
    expect(await ids({ v: { $gte: 5, $lt: 7.5 } })).toEqual([1]);
    expect(await ids({ v: { $lt: '6' } })).toEqual([2]);
    expect(await ids({ v: { $lte: new Date(10) } })).toEqual([5]);
  });

  it('treats null and missing alike in equality and $gte, and distinguishes them with $exists and $type', async () => {
    await given({ _id: 1, v: null }, { _id: 2 }, { _id: 3, v: 0 }, { _id: 4, v: [null] }, { _id: 5, v: [] });
    expect(await ids({ v: null })).toEqual([1, 2, 4]);
    expect(await ids({ v: { $gte: null } })).toEqual([1, 2, 4]);
    expect(await ids({ v: { $gt: null } })).toEqual([]);
    expect(await ids({ v: { $ne: null } })).toEqual([3, 5]);
    expect(await ids({ v: { $exists: false } })).toEqual([2]);
    expect(await ids({ v: { $exists: true, $eq: null } })).toEqual([1, 4]);
    expect(await ids({ v: { $type: 'null' } })).toEqual([1, 4]);
    await things.createIndex({ v: 1 });
    expect(await ids({ v: null })).toEqual([1, 2, 4]);
    expect(await ids({ v: { $in: [null, 0] } })).toEqual([1, 2, 3, 4]);
  });

  it('matches null through arrays: scalars and empty arrays have no field inside', async () => {
    await given(
      { _id: 1, a: [] },
      { _id: 2, a: [1, 2] },
      { _id: 3, a: [{ b: 1 }, {}] },
      { _id: 4, a: 4 },
      { _id: 5 },
      { _id: 6, a: [{ b: 1 }] },
    );
    expect(await ids({ 'a.b': null })).toEqual([3, 4, 5]);
    expect(await ids({ 'a.b': { $exists: true } })).toEqual([3, 6]);
  });

  it('matches an array by an element, by the whole, and by position', async () => {
    await given({ _id: 1, v: [1, 2] }, { _id: 2, v: [2, 1] }, { _id: 3, v: [[1, 2]] }, { _id: 4, v: 1 });
    expect(await ids({ v: 1 })).toEqual([1, 2, 4]);
    expect(await ids({ v: [1, 2] })).toEqual([1, 3]);
    expect(await ids({ 'v.0': 2 })).toEqual([2]);
    expect(await ids({ 'v.0': [1, 2] })).toEqual([3]);
    expect(await ids({ v: { $size: 2 } })).toEqual([1, 2]);
    expect(await ids({ v: { $all: [2, 1] } })).toEqual([1, 2]);
  });

  it('lets different elements satisfy the two sides of a range, and $elemMatch only one', async () => {
    await given({ _id: 1, v: [1, 20] }, { _id: 2, v: [10] }, { _id: 3, v: [1] });
    expect(await ids({ v: { $gt: 5, $lt: 15 } })).toEqual([1, 2]);
    expect(await ids({ v: { $elemMatch: { $gt: 5, $lt: 15 } } })).toEqual([2]);
    await things.createIndex({ v: 1 });
    expect(await ids({ v: { $gt: 5, $lt: 15 } })).toEqual([1, 2]);
  });

  it('matches subdocuments inside arrays with $elemMatch', async () => {
    await given(
      {
        _id: 1,
        l: [
          { n: 'a', s: 1 },
          { n: 'b', s: 9 },
        ],
      },
      { _id: 2, l: [{ n: 'a', s: 9 }] },
      { _id: 3, l: { n: 'a', s: 9 } },
    );
    expect(await ids({ l: { $elemMatch: { n: 'a', s: 9 } } })).toEqual([2]);
    expect(await ids({ 'l.n': 'a', 'l.s': 9 })).toEqual([1, 2, 3]);
  });

  it('negates the whole condition in $ne, $nin and $not', async () => {
    await given({ _id: 1, v: [1, 2] }, { _id: 2, v: [3] }, { _id: 3 }, { _id: 4, v: 1 });
    expect(await ids({ v: { $ne: 1 } })).toEqual([2, 3]);
    expect(await ids({ v: { $nin: [1, 3] } })).toEqual([3]);
    expect(await ids({ v: { $not: { $gt: 2 } } })).toEqual([1, 3, 4]);
  });

  it('combines with $and, $or and $nor', async () => {
    await given({ _id: 1, a: 1, b: 1 }, { _id: 2, a: 1, b: 2 }, { _id: 3, a: 2, b: 2 });
    expect(await ids({ $or: [{ b: 1 }, { a: 2 }] })).toEqual([1, 3]);
    expect(await ids({ $nor: [{ b: 1 }, { a: 2 }] })).toEqual([2]);
    expect(await ids({ $and: [{ a: 1 }, { $or: [{ b: 2 }] }] })).toEqual([2]);
  });

  it('matches text by pattern with its options', async () => {
    await given({ _id: 1, t: 'Alpha' }, { _id: 2, t: 'beta\nalpha' }, { _id: 3, t: ['x', 'ALPHA'] }, { _id: 4, t: 5 });
    expect(await ids({ t: /^alpha/ })).toEqual([]);
    expect(await ids({ t: /^alpha/i })).toEqual([1, 3]);
    expect(await ids({ t: { $regex: '^alpha', $options: 'im' } })).toEqual([1, 2, 3]);
    expect(await ids({ t: { $in: [/^bet/, 5] } })).toEqual([2, 4]);
    expect(await ids({ t: { $not: /a/i } })).toEqual([4]);
  });

  it('finds prefixes with an index', async () => {
    await given({ _id: 1, t: 'run-1' }, { _id: 2, t: 'run-10' }, { _id: 3, t: 'Run-1' }, { _id: 4, t: 'rum' });
    await things.createIndex({ t: 1 });
    expect(await ids({ t: { $regex: '^run-1' } })).toEqual([1, 2]);
    expect(await ids({ t: { $regex: '^run-1*$' } })).toEqual([1]);
  });

  it('knows types by name and number, arrays included', async () => {
    await given(
      { _id: 1, v: new Double(1) },
      { _id: 2, v: new Int32(1) },
      { _id: 3, v: Long.fromNumber(1) },
      { _id: 4, v: ['x'] },
      { _id: 5, v: {} },
    );
    expect(await ids({ v: { $type: 'double' } })).toEqual([1]);
    expect(await ids({ v: { $type: 16 } })).toEqual([2]);
    expect(await ids({ v: { $type: 'number' } })).toEqual([1, 2, 3]);
    expect(await ids({ v: { $type: 'array' } })).toEqual([4]);
    expect(await ids({ v: { $type: ['string', 'object'] } })).toEqual([4, 5]);
  });

  it('computes $mod and $expr', async () => {
    await given({ _id: 1, a: 10, b: 5 }, { _id: 2, a: 3, b: 7 }, { _id: 3, a: 'x', b: 1 });
    expect(await ids({ a: { $mod: [5, 0] } })).toEqual([1]);
    expect(await ids({ $expr: { $gt: ['$b', '$a'] } })).toEqual([2]);
  });

  it('keeps the order of fields in subdocument equality', async () => {
    await given({ _id: 1, v: { a: 1, b: 2 } }, { _id: 2, v: { b: 2, a: 1 } });
    expect(await ids({ v: { a: 1, b: 2 } })).toEqual([1]);
  });

  it('refuses what it does not know with BadValue', async () => {
    await given({ _id: 1 });
    expect(await refusal({ v: { $near: 1 } })).toBe(2);
    expect(await refusal({ $where: 'true' })).toBe(2);
    expect(await refusal(JSON.parse('{"v":{"$in":5}}'))).toBe(2);
    expect(await refusal({ $or: [] })).toBe(2);
    expect(await refusal({ v: { $mod: [0, 1] } })).toBe(2);
  });
});
