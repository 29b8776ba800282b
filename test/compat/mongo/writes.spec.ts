import { type Collection, MongoBulkWriteError, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Versioned = {
  _id: string;
  position: string;
  n?: number;
};

describe('inserts, deletes and bulk writes', () => {
  let mongo: MongoUnderTest;
  let docs: Collection<Versioned>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(() => {
    docs = mongo.db.collection<Versioned>(`docs_${new ObjectId().toHexString()}`);
  });

  async function bulkError(run: Promise<unknown>): Promise<MongoBulkWriteError> {
    const error = await run.catch((caught: unknown) => caught);
    if (error instanceof MongoBulkWriteError) return error;
    throw new Error('expected a bulk write error');
  }

  it('stops an ordered insert at the first duplicate and goes on in an unordered one', async () => {
    await docs.insertOne({ _id: 'b', position: '1' });
    const batch = ['a', 'b', 'c'].map((_id) => ({ _id, position: '1' }));
    const ordered = await bulkError(docs.insertMany(batch));
    expect(ordered.code).toBe(11000);
    expect(ordered.insertedCount).toBe(1);
    const unordered = await bulkError(docs.insertMany([...batch, { _id: 'd', position: '1' }], { ordered: false }));
    expect([unordered.writeErrors].flat().map((error) => error.index)).toEqual([0, 1]);
    expect(await docs.countDocuments()).toBe(4);
  });

  it('names key and value of a duplicate', async () => {
    await docs.createIndex({ position: 1, n: -1 }, { unique: true });
    await docs.insertOne({ _id: 'a', position: '1', n: 5 });
    const error = await serverError(docs.insertOne({ _id: 'b', position: '1', n: 5 }));
    expect(error.code).toBe(11000);
    expect(error.message).toContain('E11000 duplicate key error collection:');
    expect(error.keyPattern).toEqual({ position: 1, n: -1 });
    expect(error.keyValue).toEqual({ position: '1', n: 5 });
  });

  it('replaces only what still has the loaded position', async () => {
    await docs.bulkWrite([
      { replaceOne: { filter: { _id: 'a', position: '0' }, replacement: { position: '1' }, upsert: true } },
    ]);
    expect(await docs.findOne({ _id: 'a' })).toEqual({ _id: 'a', position: '1' });
    const result = await docs.bulkWrite([
      { replaceOne: { filter: { _id: 'a', position: '1' }, replacement: { position: '2', n: 1 }, upsert: true } },
      { replaceOne: { filter: { _id: 'b', position: '0' }, replacement: { position: '2' }, upsert: true } },
    ]);
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 1, upsertedIds: { 1: 'b' } });
    const stale = await bulkError(
      docs.bulkWrite(
        [
          { replaceOne: { filter: { _id: 'a', position: '1' }, replacement: { position: '9' }, upsert: true } },
          { replaceOne: { filter: { _id: 'b', position: '2' }, replacement: { position: '3' }, upsert: true } },
        ],
        { ordered: false },
      ),
    );
    expect([stale.writeErrors].flat().map((error) => [error.index, error.code])).toEqual([[0, 11000]]);
    expect(await docs.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', position: '2', n: 1 },
      { _id: 'b', position: '3' },
    ]);
  });

  it('writes 500 replacements at once', async () => {
    const writes = Array.from({ length: 500 }, (_, i) => ({
      replaceOne: { filter: { _id: `d${i}`, position: '0' }, replacement: { position: '1', n: i }, upsert: true },
    }));
    expect((await docs.bulkWrite(writes)).upsertedCount).toBe(500);
    expect(await docs.countDocuments()).toBe(500);
    expect(await docs.findOne({ _id: 'd499' })).toEqual({ _id: 'd499', position: '1', n: 499 });
  });

  it('runs a mixed bulk write in its order', async () => {
    const result = await docs.bulkWrite([
      { insertOne: { document: { _id: 'a', position: '1' } } },
      { updateOne: { filter: { _id: 'a' }, update: { $set: { n: 1 } } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { insertOne: { document: { _id: 'b', position: '1' } } },
      { deleteOne: { filter: { _id: 'b' } } },
      { deleteMany: { filter: { n: 99 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 2, matchedCount: 2, deletedCount: 1 });
    expect(await docs.find().toArray()).toEqual([{ _id: 'a', position: '1', n: 2 }]);
  });

  it('deletes one or all that match', async () => {
    await docs.insertMany(Array.from({ length: 600 }, (_, n) => ({ _id: `d${n}`, position: '1', n })));
    expect(await docs.deleteOne({ n: { $gte: 300 } })).toMatchObject({ deletedCount: 1 });
    expect(await docs.deleteMany({ n: { $gte: 300 } })).toMatchObject({ deletedCount: 299 });
    expect(await docs.countDocuments()).toBe(300);
    expect(await docs.estimatedDocumentCount()).toBe(300);
  });

  it('finds and changes one document past a long scan', async () => {
    await docs.insertMany(Array.from({ length: 8000 }, (_, n) => ({ _id: `d${n}`, position: '1', n })));
    expect(await docs.updateOne({ n: 7900 }, { $set: { position: '2' } })).toMatchObject({ modifiedCount: 1 });
    expect(
      await docs.findOneAndUpdate({ n: { $gte: 0 } }, { $set: { position: '3' } }, { sort: { n: -1 } }),
    ).toMatchObject({ n: 7999 });
    expect(await docs.deleteOne({ n: 7999 })).toMatchObject({ deletedCount: 1 });
    expect(await docs.updateOne({ n: -1 }, { $set: { position: '9' } }, { upsert: true })).toMatchObject({
      upsertedCount: 1,
    });
  });

  it('gives a document without _id an ObjectId, and puts _id first', async () => {
    const free = mongo.db.collection(docs.collectionName);
    await mongo.db.command({ insert: docs.collectionName, documents: [{ n: 1 }, { n: 2, _id: 'last' }] });
    const [first, second] = await free.find().toArray();
    expect(first?._id).toBeInstanceOf(ObjectId);
    expect(Object.keys(second ?? {})).toEqual(['_id', 'n']);
  });

  it('refuses an array or a pattern as _id', async () => {
    const free = mongo.db.collection<{ _id: unknown }>(docs.collectionName);
    expect((await serverError(free.insertOne({ _id: [1] }))).code).toBe(53);
    expect((await serverError(free.insertOne({ _id: /x/ }))).code).toBe(53);
  });

  it('keeps documents with long ids apart', async () => {
    const long = 'x'.repeat(5000);
    await docs.insertMany([
      { _id: `${long}a`, position: '1' },
      { _id: `${long}b`, position: '2' },
    ]);
    expect(await docs.findOne({ _id: `${long}b` })).toMatchObject({ position: '2' });
    expect((await serverError(docs.insertOne({ _id: `${long}a`, position: '3' }))).code).toBe(11000);
    expect((await docs.find().sort({ _id: -1 }).toArray()).map((doc) => doc.position)).toEqual(['2', '1']);
    expect((await docs.find({ _id: { $gt: `${long}a` } }).toArray()).map((doc) => doc.position)).toEqual(['2']);
  });

  it('keeps numeric field names in their order through an update', async () => {
    const document = new Map<string, unknown>([
      ['_id', 'a'],
      ['b', 1],
      ['10', 'x'],
      ['2', 'y'],
    ]);
    await mongo.db.command({ insert: docs.collectionName, documents: [document] });
    await docs.updateOne({ _id: 'a' }, { $set: { n: 1 } });
    const [raw] = await docs.find({}, { raw: true }).toArray();
    const text = Buffer.from(raw instanceof Uint8Array ? raw : []).toString('latin1');
    const places = ['\u000210\u0000', '\u00022\u0000', '\u0010n\u0000'].map((name) => text.indexOf(name));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((x, y) => x - y));
  });
});
