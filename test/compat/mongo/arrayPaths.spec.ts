import { type Collection, type Document, type Filter, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Thing = {
  _id: number;
  [field: string]: unknown;
};

/** Paths through arrays and by position, with and without an index. */
describe('paths through arrays', () => {
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
  async function sorted(sort: Record<string, 1 | -1>): Promise<number[]> {
    return (await things.find().sort(sort).toArray()).map((thing) => thing._id);
  }

  it('match an array at a position as a whole', async () => {
    await given({ _id: 1, a: [[1, 2], 3] }, { _id: 2, a: [1] }, { _id: 3, a: { 0: 1 } });
    const found = async () => [
      await ids({ 'a.0': 1 }),
      await ids({ 'a.0': [1, 2] }),
      await ids({ 'a.0.1': 2 }),
      await ids({ 'a.0': { $gt: 0 } }),
      await ids({ 'a.0': { $elemMatch: { $eq: 2 } } }),
    ];
    const expected = [[2, 3], [1], [1], [2, 3], [1]];
    expect(await found()).toEqual(expected);
    await things.createIndex({ 'a.0': 1 });
    await things.createIndex({ 'a.0.1': 1 });
    expect(await found()).toEqual(expected);
  });

  it('reach nothing inside a scalar at a position, and so no null', async () => {
    await given({ _id: 1, a: [5] }, { _id: 2, a: [{ b: 1 }] }, { _id: 3, a: [{}] }, { _id: 4 }, { _id: 5, a: [[{}]] });
    expect(await ids({ 'a.0.b': null })).toEqual([2, 3, 4, 5]);
    expect(await ids({ 'a.0.b': { $exists: true } })).toEqual([2]);
    await things.createIndex({ 'a.0.b': 1 });
    expect(await ids({ 'a.0.b': null })).toEqual([2, 3, 4, 5]);
  });

  it('test elements as a whole in $elemMatch', async () => {
    await given({ _id: 1, a: [[1, 2]] }, { _id: 2, a: [1] }, { _id: 3, a: [[[1]]] });
    expect(await ids({ a: { $elemMatch: { $eq: 1 } } })).toEqual([2]);
    expect(await ids({ a: { $elemMatch: { $gte: 1, $ne: 7 } } })).toEqual([2]);
    expect(await ids({ a: { $elemMatch: { $not: { $gte: 1 } } } })).toEqual([1, 3]);
    expect(await ids({ a: { $elemMatch: { $elemMatch: { $in: [1] } } } })).toEqual([1]);
  });

  it('sort by what an index has: one key for each element, scalars and missing fields included', async () => {
    await given(
      { _id: 1, a: [5, { b: 3 }] },
      { _id: 2, a: [{ b: 2 }, { b: 9 }] },
      { _id: 3, a: [{ b: 1 }, 7] },
      { _id: 4, a: [] },
      { _id: 5, a: [{ b: 4 }] },
    );
    const both = async () => [await sorted({ 'a.b': 1, _id: 1 }), await sorted({ 'a.b': -1, _id: 1 })];
    const expected = [
      [1, 3, 4, 2, 5],
      [2, 5, 1, 3, 4],
    ];
    expect(await both()).toEqual(expected);
    await things.createIndex({ 'a.b': 1, _id: 1 });
    expect(await both()).toEqual(expected);
  });

  it('sort by position, with and without an index', async () => {
    await given(
      { _id: 1, a: [3, 0] },
      { _id: 2, a: [[1, 9]] },
      { _id: 3, a: [2] },
      { _id: 4, a: [] },
      { _id: 5, a: 7 },
    );
    const expected = [4, 5, 3, 1, 2];
    expect(await sorted({ 'a.0': 1, _id: 1 })).toEqual(expected);
    await things.createIndex({ 'a.0': 1, _id: 1 });
    expect(await sorted({ 'a.0': 1, _id: 1 })).toEqual(expected);
  });

  it('sort by fields of one element together, and refuse two arrays', async () => {
    await given(
      {
        _id: 1,
        l: [
          { x: 1, y: 9 },
          { x: 2, y: 1 },
        ],
      },
      { _id: 2, l: [{ x: 1, y: 5 }] },
    );
    expect(await sorted({ 'l.x': 1, 'l.y': 1 })).toEqual([2, 1]);
    await things.insertOne({ _id: 3, l: [1], m: [2] });
    expect((await serverError(things.find().sort({ l: 1, m: 1 }).toArray())).code).toBe(2);
  });

  it('join by position, with and without an index', async () => {
    await given({ _id: 1, a: [[1, 2]] }, { _id: 2, a: [1] }, { _id: 3, a: 5 }, { _id: 4, a: [{ b: 1 }] }, { _id: 5 });
    const looking = mongo.db.collection<Thing>(`looking_${new ObjectId().toHexString()}`);
    await looking.insertMany([{ _id: 1, v: 1 }, { _id: 2, v: 2 }, { _id: 3, v: [[1, 2]] }, { _id: 4 }]);
    const joined = async (foreignField: string) => {
      const lookup = { from: things.collectionName, localField: 'v', foreignField, as: 'found' };
      const rows = await looking.aggregate<Document>([{ $lookup: lookup }, { $sort: { _id: 1 } }]).toArray();
      return rows.map(({ found }) => found.map(({ _id }: Thing) => _id).sort());
    };
    const [byPosition, inside] = [
      [[2], [], [1], [3, 4, 5]],
      [[4], [], [], [3, 5]],
    ];
    expect(await joined('a.0')).toEqual(byPosition);
    expect(await joined('a.b')).toEqual(inside);
    await things.createIndexes([{ key: { 'a.0': 1 } }, { key: { 'a.b': 1 } }]);
    expect(await joined('a.0')).toEqual(byPosition);
    expect(await joined('a.b')).toEqual(inside);
  });
});
