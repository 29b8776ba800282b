import { type Collection, ObjectId } from 'mongodb';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

describe('a collation', () => {
  let mongo: MongoUnderTest;
  let words: Collection<{ _id: number; w: string; n?: number; list?: string[] }>;
  const insensitive = { collation: { locale: 'en', strength: 2 } };

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(async () => {
    words = mongo.db.collection(new ObjectId().toHexString());
    await words.createIndex({ w: 1 });
    await words.insertMany([
      { _id: 1, w: 'ping' },
      { _id: 2, w: 'PING' },
      { _id: 3, w: 'Pïng', n: 5 },
      { _id: 4, w: 'zulu', list: ['A', 'b'] },
      { _id: 5, w: 'Alpha' },
      { _id: 6, w: 'item 10' },
      { _id: 7, w: 'Item 9' },
    ]);
  });

  const ids = (documents: { _id: number }[]): number[] => documents.map(({ _id }) => _id);

  it('decides what is equal, with and without indexes', async () => {
    const found = async (filter: object, options = insensitive) =>
      ids(await words.find(filter, options).sort({ _id: 1 }).toArray());
    expect(await found({ w: 'PiNG' })).toEqual([1, 2]);
    expect(await found({ w: { $in: ['piNG', 'ZULU'] } })).toEqual([1, 2, 4]);
    expect(await found({ w: { $ne: 'ping' }, _id: { $lt: 5 } })).toEqual([3, 4]);
    expect(await found({ list: 'a' })).toEqual([4]);
    expect(await found({ w: 'ping' }, { collation: { locale: 'en', strength: 1 } })).toEqual([1, 2, 3]);
    expect(await found({ w: 'ping' }, { collation: { locale: 'en_US', strength: 3 } })).toEqual([1]);
    expect(await words.countDocuments({ w: 'pinG' }, insensitive)).toBe(2);
  });

  it('decides the order', async () => {
    const sorted = async (collation: { locale: string; strength?: number; numericOrdering?: boolean }) =>
      (await words.find({}, { collation }).sort({ w: 1, _id: 1 }).toArray()).map(({ w }) => w);
    expect(await sorted({ locale: 'simple' })).toEqual(['Alpha', 'Item 9', 'PING', 'Pïng', 'item 10', 'ping', 'zulu']);
    expect(await sorted({ locale: 'en' })).toEqual(['Alpha', 'item 10', 'Item 9', 'ping', 'PING', 'Pïng', 'zulu']);
    expect((await sorted({ locale: 'en', numericOrdering: true })).slice(1, 3)).toEqual(['Item 9', 'item 10']);
    const stages = [{ $match: { w: { $gte: 'PING' } } }, { $sort: { w: 1, _id: 1 } }];
    expect(ids((await words.aggregate(stages, insensitive).toArray()) as { _id: number }[])).toEqual([1, 2, 3, 4]);
    const first = await words.findOneAndUpdate(
      { n: { $exists: false } },
      { $set: { n: 1 } },
      { ...insensitive, sort: { w: -1 } },
    );
    expect(first?._id).toBe(4);
  });

  it('decides what a write changes and what is distinct', async () => {
    expect(await words.updateMany({ w: 'pInG' }, { $set: { n: 1 } }, insensitive)).toMatchObject({ modifiedCount: 2 });
    expect(await words.distinct('w', { _id: { $lt: 4 } }, insensitive)).toEqual(['ping', 'Pïng']);
    expect(await words.deleteMany({ w: 'ZULU' }, insensitive)).toMatchObject({ deletedCount: 1 });
    const bulk = await words.bulkWrite([
      { deleteOne: { filter: { w: 'ALPHA' }, ...insensitive } },
      { deleteOne: { filter: { w: 'ITEM 9' } } },
    ]);
    expect(bulk.deletedCount).toBe(1);
  });
});
