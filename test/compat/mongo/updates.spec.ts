import { type Collection, Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Thing = {
  _id: number;
  [field: string]: unknown;
};

describe('updates', () => {
  let mongo: MongoUnderTest;
  let things: Collection<Thing>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(() => {
    things = mongo.db.collection<Thing>(`things_${new ObjectId().toHexString()}`);
  });

  /** The document after the update. */
  async function updated(document: Omit<Thing, '_id'>, update: Document, options = {}): Promise<unknown> {
    await things.deleteMany({});
    await things.insertOne({ _id: 1, ...document });
    await things.updateOne({ _id: 1 }, update, options);
    const { _id, ...rest } = (await things.findOne({ _id: 1 })) ?? { _id: 0 };
    return rest;
  }
  async function refusal(document: Omit<Thing, '_id'>, update: Document): Promise<unknown> {
    return (await serverError(updated(document, update))).code;
  }

  it('sets and unsets at dotted paths', async () => {
    expect(await updated({ a: { b: 1 } }, { $set: { 'a.c.d': 2 }, $unset: { 'a.b': '' } })).toEqual({
      a: { c: { d: 2 } },
    });
    expect(await updated({ l: [1] }, { $set: { 'l.3': 4 } })).toEqual({ l: [1, null, null, 4] });
    expect(await updated({ l: [1, 2] }, { $unset: { 'l.0': '' } })).toEqual({ l: [null, 2] });
  });

  it('refuses to go through a scalar', async () => {
    expect(await refusal({ a: 5 }, { $set: { 'a.b': 1 } })).toBe(28);
  });

  it('increments and multiplies in the wider type', async () => {
    await things.insertOne({
      _id: 1,
      i: new Int32(2147483647),
      l: Long.fromNumber(1),
      d: new Double(1),
      m: Decimal128.fromString('1.1'),
    });
    const increments: Document = { $inc: { i: 1, l: 1, d: 1, m: 1, fresh: 7 } };
    await things.updateOne({ _id: 1 }, increments);
    const raw = await things.findOne({ _id: 1 }, { promoteValues: false });
    expect(raw?.i).toEqual(Long.fromString('2147483648'));
    expect(raw?.l).toEqual(Long.fromNumber(2));
    expect(raw?.d).toEqual(new Double(2));
    expect(String(raw?.m)).toBe('2.1');
    expect(raw?.fresh).toEqual(new Int32(7));
    expect(await updated({ n: 3 }, { $mul: { n: 2, absent: 5 } })).toEqual({ n: 6, absent: 0 });
  });

  it('refuses arithmetic on text and with text', async () => {
    expect(await refusal({ v: 'x' }, { $inc: { v: 1 } })).toBe(14);
    expect(await refusal({ v: 'x' }, { $mul: { v: 1 } })).toBe(14);
    expect(await refusal({ v: 1 }, JSON.parse('{"$inc":{"v":"1"}}'))).toBe(14);
  });

  it('keeps the smaller or larger value in the order of types', async () => {
    expect(await updated({ a: 5, b: 5, c: 'x' }, { $min: { a: 3, b: 7 }, $max: { c: 9, fresh: 1 } })).toEqual({
      a: 3,
      b: 5,
      c: 'x',
      fresh: 1,
    });
  });

  it('pushes with $each, $position, $sort and $slice', async () => {
    expect(await updated({ l: [3] }, { $push: { l: 1 } })).toEqual({ l: [3, 1] });
    expect(await updated({}, { $push: { l: 1 } })).toEqual({ l: [1] });
    expect(await updated({ l: [3] }, { $push: { l: { $each: [2, 1], $position: 0 } } })).toEqual({ l: [2, 1, 3] });
    expect(await updated({ l: [3] }, { $push: { l: { $each: [2, 1], $sort: 1, $slice: 2 } } })).toEqual({ l: [1, 2] });
    expect(await updated({ l: [3] }, { $push: { l: { $each: [2, 1], $slice: -2 } } })).toEqual({ l: [2, 1] });
    expect(await updated({ l: [{ n: 2 }] }, { $push: { l: { $each: [{ n: 1 }], $sort: { n: 1 } } } })).toEqual({
      l: [{ n: 1 }, { n: 2 }],
    });
  });

  it('refuses array operators on scalars', async () => {
    expect(await refusal({ l: 5 }, { $push: { l: 1 } })).toBe(2);
    expect(await refusal({ l: 5 }, { $addToSet: { l: 1 } })).toBe(2);
    expect(await refusal({ l: 5 }, { $pull: { l: 1 } })).toBe(2);
    expect(await refusal({ l: 5 }, { $pop: { l: 1 } })).toBe(14);
  });

  it('adds to sets what is not there, numbers being equal across types', async () => {
    expect(
      await updated({ l: [1, { a: 1 }] }, { $addToSet: { l: { $each: [new Double(1), { a: 1 }, 2, 2] } } }),
    ).toEqual({ l: [1, { a: 1 }, 2] });
  });

  it('pulls by value, by condition and by subdocument', async () => {
    expect(await updated({ l: [1, 2, 1] }, { $pull: { l: 1 } })).toEqual({ l: [2] });
    expect(await updated({ l: [1, 5, 9] }, { $pull: { l: { $gte: 5 } } })).toEqual({ l: [1] });
    expect(await updated({ l: [{ a: 1, b: 1 }, { a: 2 }] }, { $pull: { l: { a: 1 } } })).toEqual({ l: [{ a: 2 }] });
    expect(await updated({ l: [1, 2, 3] }, { $pullAll: { l: [1, 3] } })).toEqual({ l: [2] });
    expect(await updated({ l: [1, 2, 3] }, { $pop: { l: -1 } })).toEqual({ l: [2, 3] });
  });

  it('changes the bits of whole numbers', async () => {
    expect(await updated({ n: 13 }, { $bit: { n: { and: 10 } } })).toEqual({ n: 8 });
    expect(await updated({ n: 3 }, { $bit: { n: { or: 5 } } })).toEqual({ n: 7 });
    expect(await updated({ n: 1 }, { $bit: { n: { xor: 5 } } })).toEqual({ n: 4 });
    expect(await updated({}, { $bit: { n: { or: 6 } } })).toEqual({ n: 6 });
    const wide = Object(await updated({ n: 1 }, { $bit: { n: { or: Long.fromString('4294967296') } } }));
    expect(String(wide.n)).toBe('4294967297');
    expect(await refusal({ n: 1.5 }, { $bit: { n: { and: 1 } } })).toBe(2);
    expect(await refusal({ n: 1 }, JSON.parse('{"$bit":{"n":{"not":1}}}'))).toBe(2);
  });

  it('renames, and stamps the date', async () => {
    expect(await updated({ a: 1 }, { $rename: { a: 'b.c' } })).toEqual({ b: { c: 1 } });
    const { at } = Object(await updated({}, { $currentDate: { at: true } }));
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('changes array elements with $[], $[name] and $', async () => {
    expect(await updated({ l: [1, 2] }, { $inc: { 'l.$[]': 10 } })).toEqual({ l: [11, 12] });
    expect(
      await updated(
        { l: [{ n: 1 }, { n: 5 }] },
        { $set: { 'l.$[e].x': true } },
        { arrayFilters: [{ 'e.n': { $gt: 2 } }] },
      ),
    ).toEqual({
      l: [{ n: 1 }, { n: 5, x: true }],
    });
    await things.deleteMany({});
    await things.insertOne({ _id: 1, l: [{ n: 1 }, { n: 2 }] });
    await things.updateOne({ 'l.n': 2 }, { $set: { 'l.$.hit': true } });
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1, l: [{ n: 1 }, { n: 2, hit: true }] });
  });

  it('refuses conflicting paths, unknown operators and a changed _id', async () => {
    expect(await refusal({}, { $set: { a: 1 }, $inc: { a: 1 } })).toBe(40);
    expect(await refusal({}, { $set: { a: 1, 'a.b': 1 } })).toBe(40);
    expect(await refusal({}, JSON.parse('{"$frob":{"a":1}}'))).toBe(9);
    expect(await refusal({}, { $set: { _id: 2 } })).toBe(66);
  });

  it('reports when nothing changed', async () => {
    await things.insertOne({ _id: 1, a: 1 });
    expect(await things.updateOne({ _id: 1 }, { $set: { a: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  });

  it('builds an upsert from the equality conditions of the filter', async () => {
    const result = await things.updateOne(
      { _id: 7, 'a.b': 1, c: { $gt: 5 }, $and: [{ d: { $eq: 2 } }] },
      { $set: { e: 1 }, $setOnInsert: { f: 2 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ upsertedId: 7, upsertedCount: 1, matchedCount: 0 });
    expect(await things.findOne({ _id: 7 })).toEqual({ _id: 7, a: { b: 1 }, d: 2, e: 1, f: 2 });
    await things.updateOne({ _id: 7 }, { $setOnInsert: { f: 3 } }, { upsert: true });
    expect(await things.findOne({ _id: 7 })).toMatchObject({ f: 2 });
  });

  it.each<[string, (docs: Collection<{ _id: null | number; a?: number }>) => Promise<unknown>]>([
    // Sent as a raw command, because the driver replaces a null id with one of its own.
    ['an insert', (docs) => mongo.db.command({ insert: docs.collectionName, documents: [{ a: 1, _id: null }] })],
    ['an update', (docs) => docs.updateOne({ _id: null }, { $set: { a: 1 } }, { upsert: true })],
    ['a replacement', (docs) => docs.replaceOne({ _id: null }, { a: 1 }, { upsert: true })],
  ])('keeps a null _id through %s', async (_, write) => {
    const docs = mongo.db.collection<{ _id: null | number; a?: number }>(`null_${new ObjectId().toHexString()}`);
    await write(docs);
    expect(await docs.find().toArray()).toEqual([{ _id: null, a: 1 }]);
    expect(await docs.countDocuments({ _id: { $type: 'null' } })).toBe(1);
  });

  it('replaces all but the _id', async () => {
    await things.insertOne({ _id: 1, a: 1, b: 2 });
    await things.replaceOne({ a: 1 }, { c: 3 });
    expect(await things.find().toArray()).toEqual([{ _id: 1, c: 3 }]);
  });

  it('updates with a pipeline', async () => {
    expect(await updated({ a: 2, b: 3 }, [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $unset: 'a' }])).toEqual({
      b: 3,
      sum: 5,
    });
  });

  it('updates many, each document on its own', async () => {
    await things.insertMany(Array.from({ length: 600 }, (_, _id) => ({ _id, n: _id % 3 })));
    expect(await things.updateMany({ n: 1 }, { $set: { n: 2 } })).toMatchObject({
      matchedCount: 200,
      modifiedCount: 200,
    });
    expect(await things.countDocuments({ n: 2 })).toBe(400);
  });

  it('keeps the type of numbers it does not touch', async () => {
    await things.insertOne({ _id: 1, d: new Double(5), l: Long.fromNumber(5), a: 1 });
    await things.updateOne({ _id: 1 }, { $set: { a: 2 } });
    const raw = await things.findOne({ _id: 1 }, { promoteValues: false });
    expect(raw?.d).toEqual(new Double(5));
    expect(raw?.l).toEqual(Long.fromNumber(5));
  });
});
