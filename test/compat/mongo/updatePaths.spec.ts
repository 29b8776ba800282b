import { type Collection, type Document, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Thing = {
  _id: number | { a: number };
  [field: string]: unknown;
};

/** Which fields an update reaches, and which paths it refuses. */
describe('paths of updates', () => {
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
  async function updated(document: Document, update: Document, options: Document = {}): Promise<unknown> {
    const { filter = {}, ...others } = options;
    await things.deleteMany({});
    await things.insertOne({ _id: 1, ...document });
    await things.updateOne({ _id: 1, ...filter }, update, others);
    const { _id, ...rest } = (await things.findOne({ _id: 1 })) ?? { _id: 0 };
    return rest;
  }
  async function refusal(document: Document, update: Document, options: Document = {}): Promise<unknown> {
    return (await serverError(updated(document, update, options))).code;
  }

  it('are chosen by array filters once, before anything is written', async () => {
    const orders = { o: [{ s: 'open' }, { s: 'done' }, { s: 'open' }] };
    expect(
      await updated(orders, { $set: { 'o.$[e].s': 'done', 'o.$[e].at': 1 } }, { arrayFilters: [{ 'e.s': 'open' }] }),
    ).toEqual({ o: [{ s: 'done', at: 1 }, { s: 'done' }, { s: 'done', at: 1 }] });
    expect(
      await updated(
        orders,
        { $set: { 'o.$[e].s': 'done' }, $inc: { 'o.$[e].n': 1 } },
        { arrayFilters: [{ $or: [{ 'e.s': 'open' }, { 'e.s': 'new' }] }] },
      ),
    ).toEqual({ o: [{ s: 'done', n: 1 }, { s: 'done' }, { s: 'done', n: 1 }] });
  });

  it('are chosen by the positional operator once, in nested arrays and by conditions under $and too', async () => {
    const orders = { o: [{ s: 'done' }, { s: 'open' }] };
    expect(await updated(orders, { $set: { 'o.$.s': 'done', 'o.$.at': 1 } }, { filter: { 'o.s': 'open' } })).toEqual({
      o: [{ s: 'done' }, { s: 'done', at: 1 }],
    });
    expect(
      await updated({ a: { l: [1, 5] } }, { $inc: { 'a.l.$': 1 } }, { filter: { $and: [{ 'a.l': { $gt: 3 } }] } }),
    ).toEqual({ a: { l: [1, 6] } });
  });

  it('may not meet in one element', async () => {
    const filters = { arrayFilters: [{ e: { $gt: 1 } }, { f: { $lt: 3 } }] };
    expect(await refusal({ l: [1, 2, 3] }, { $inc: { 'l.$[e]': 1, 'l.$[f]': 1 } }, filters)).toBe(40);
    expect(await updated({ l: [1, 3] }, { $inc: { 'l.$[e]': 1, 'l.$[f]': 2 } }, filters)).toEqual({ l: [3, 4] });
    expect(await refusal({ l: [1] }, { $set: { 'l.$[]': 1, 'l.0': 2 } })).toBe(40);
  });

  it('add fields in the order of their names', async () => {
    const result = await updated({}, { $set: { b: 1, 'n.10': 1, 'n.9': 1, a: 1 } });
    expect(JSON.stringify(result)).toBe('{"a":1,"b":1,"n":{"9":1,"10":1}}');
    expect(Object.keys(Object(result))).toEqual(['a', 'b', 'n']);
  });

  it('of $pull, $pullAll and $pop may not lead through a scalar, and do nothing where there is nothing', async () => {
    for (const update of [{ $pull: { 'a.b': 1 } }, { $pullAll: { 'a.b': [1] } }, { $pop: { 'a.b': 1 } }]) {
      expect(await refusal({ a: 5 }, update)).toBe(28);
      expect(await refusal({ a: [{ b: [1] }] }, update)).toBe(28);
      expect(await updated({ a: {} }, update)).toEqual({ a: {} });
      expect(await updated({}, update)).toEqual({});
    }
  });

  it('of $rename may not lead through a scalar or an array', async () => {
    expect(await refusal({ a: 5 }, { $rename: { 'a.b': 'c' } })).toBe(28);
    expect(await refusal({ a: 5, c: 1 }, { $rename: { c: 'a.b' } })).toBe(28);
    expect(await refusal({ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } })).toBe(2);
    expect(await refusal({ a: [{ b: 1 }] }, { $rename: { 'a.b': 'c' } })).toBe(28);
    expect(await refusal({ a: [{ b: 1 }], c: 1 }, { $rename: { c: 'a.0' } })).toBe(2);
    expect(await refusal({ a: [{ b: 1 }], c: 1 }, { $rename: { c: 'a.0.x' } })).toBe(2);
    expect(await updated({ a: [1] }, { $rename: { c: 'a.0', 'n.x': 'b' } })).toEqual({ a: [1] });
    expect(await refusal({ a: { b: 1 } }, { $rename: { a: 'a.c' } })).toBe(2);
    expect(await refusal({ a: [1] }, { $rename: { 'a.$[]': 'b' } })).toBe(2);
  });

  it('of an upsert may be fixed once by its filter', async () => {
    const upsert = (filter: Document, update: Document = { $set: { z: 1 } }) =>
      things.updateOne(filter, update, { upsert: true });
    for (const filter of [
      { $and: [{ a: 1 }, { a: 2 }] },
      { $and: [{ a: { b: 1 } }, { 'a.b': 1 }] },
      { 'a.b': 1, a: { b: 1 } },
      { a: { $all: [1, 2] } },
      { '_id.x': 1, _id: { x: 1 } },
    ]) {
      expect((await serverError(upsert(filter))).code).toBe(54);
    }
    expect(
      (await serverError(things.replaceOne({ $and: [{ _id: 1 }, { _id: 2 }] }, { z: 1 }, { upsert: true }))).code,
    ).toBe(54);
    expect((await serverError(things.replaceOne({ '_id.a': 1 }, { z: 1 }, { upsert: true }))).code).toBe(111);
    expect((await serverError(upsert({ '_id.a': 1 }, { $set: { '_id.b': 2 } }))).code).toBe(66);
    expect(await things.countDocuments()).toBe(0);
    await upsert({ '_id.a': 1, b: { $in: [/x/] }, c: { $in: [3] } });
    await things.replaceOne({ _id: 5, $and: [{ a: 1 }, { a: 2 }] }, { z: 2 }, { upsert: true });
    expect(await things.find().sort({ z: 1 }).toArray()).toEqual([
      { _id: { a: 1 }, c: 3, z: 1 },
      { _id: 5, z: 2 },
    ]);
  });
});
