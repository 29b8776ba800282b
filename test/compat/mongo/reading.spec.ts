import { type Collection, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Thing = {
  _id: number;
  [field: string]: unknown;
};

describe('reading', () => {
  let mongo: MongoUnderTest;
  let things: Collection<Thing>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
    things = mongo.db.collection<Thing>(`things_${new ObjectId().toHexString()}`);
    await things.insertMany([
      {
        _id: 1,
        a: 1,
        b: { c: 1, d: 2 },
        l: [1, 2, 3, 4],
        s: [
          { n: 'x', v: 1 },
          { n: 'y', v: 2 },
        ],
      },
      { _id: 2, a: 2, b: [{ c: 5, d: 6 }, 7], l: [] },
      { _id: 3, a: 1 },
    ]);
  });
  afterAll(() => mongo.stop());

  const projected = async (_id: number, projection: object): Promise<unknown> =>
    things.findOne({ _id }, { projection });

  it('includes fields, also inside subdocuments and arrays', async () => {
    expect(await projected(1, { a: 1 })).toEqual({ _id: 1, a: 1 });
    expect(await projected(1, { 'b.c': 1, _id: 0 })).toEqual({ b: { c: 1 } });
    expect(await projected(2, { 'b.c': 1 })).toEqual({ _id: 2, b: [{ c: 5 }] });
    expect(await projected(3, { 'b.c': 1 })).toEqual({ _id: 3 });
    expect(await projected(1, { b: { d: 1 } })).toEqual({ _id: 1, b: { d: 2 } });
  });

  it('excludes fields', async () => {
    expect(await projected(1, { b: 0, s: 0, l: 0 })).toEqual({ _id: 1, a: 1 });
    expect(await projected(2, { 'b.c': 0, l: 0 })).toEqual({ _id: 2, a: 2, b: [{ d: 6 }, 7] });
    expect(await projected(3, { _id: 0 })).toEqual({ a: 1 });
  });

  it('cuts arrays with $slice and $elemMatch, and computes fields', async () => {
    expect(await projected(1, { l: { $slice: -2 }, a: 1 })).toEqual({ _id: 1, a: 1, l: [3, 4] });
    expect(await projected(1, { l: { $slice: [1, 2] }, b: 0, s: 0 })).toEqual({ _id: 1, a: 1, l: [2, 3] });
    expect(await projected(1, { s: { $elemMatch: { v: { $gt: 1 } } } })).toEqual({ _id: 1, s: [{ n: 'y', v: 2 }] });
    expect(await projected(1, { twice: { $multiply: ['$a', 2] } })).toEqual({ _id: 1, twice: 2 });
  });

  it('refuses to mix inclusion and exclusion', async () => {
    expect((await serverError(things.findOne({}, { projection: { a: 1, b: 0 } }))).code).toBe(31254);
    expect((await serverError(things.findOne({}, { projection: { a: 0, b: 1 } }))).code).toBe(31253);
  });

  it('sorts by several fields and pages', async () => {
    expect((await things.find().sort({ a: 1, _id: -1 }).toArray()).map((thing) => thing._id)).toEqual([3, 1, 2]);
    expect((await things.find().sort({ _id: 1 }).skip(1).limit(1).toArray()).map((thing) => thing._id)).toEqual([2]);
    expect((await things.find().sort({ _id: -1 }).limit(2).toArray()).map((thing) => thing._id)).toEqual([3, 2]);
    expect((await serverError(things.find().sort(JSON.parse('{"a": 1}')).hint('no_such').toArray())).code).toBe(2);
  });

  it('lists distinct values, with arrays expanded', async () => {
    expect(await things.distinct('a')).toEqual([1, 2]);
    expect(await things.distinct('l', { a: 1 })).toEqual([1, 2, 3, 4]);
    expect(await things.distinct('s.n')).toEqual(['x', 'y']);
  });

  it('counts with skip and limit', async () => {
    expect(await things.countDocuments({ a: 1 })).toBe(2);
    expect(await things.countDocuments({}, { skip: 1, limit: 1 })).toBe(1);
    expect(await things.estimatedDocumentCount()).toBe(3);
  });

  it('returns documents in insertion order by default', async () => {
    const unordered = mongo.db.collection<{ _id: string }>(`order_${new ObjectId().toHexString()}`);
    const ids = ['m', 'c', 'z', 'a'];
    for (const _id of ids) await unordered.insertOne({ _id });
    expect((await unordered.find().toArray()).map((document) => document._id)).toEqual(ids);
  });

  it('continues a cursor while documents come and go', async () => {
    const moving = mongo.db.collection<{ _id: number }>(`moving_${new ObjectId().toHexString()}`);
    await moving.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id })));
    const cursor = moving
      .find({ _id: { $gte: 0 } })
      .sort({ _id: 1 })
      .batchSize(10);
    const seen: number[] = [];
    for (let i = 0; i < 10; i++) seen.push((await cursor.next())?._id ?? -1);
    await moving.deleteMany({ _id: { $gte: 5, $lt: 15 } });
    await moving.insertOne({ _id: 100 });
    for await (const { _id } of cursor) seen.push(_id);
    expect(seen).toEqual([
      ...Array.from({ length: 10 }, (_, i) => i),
      ...Array.from({ length: 15 }, (_, i) => 15 + i),
      100,
    ]);
  });
});
