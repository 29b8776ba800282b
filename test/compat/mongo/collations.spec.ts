import { type Collection, ObjectId, type UpdateFilter } from 'mongodb';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

type Word = { _id: number; w: string; n?: number; list?: string[] };

describe('a collation', () => {
  let mongo: MongoUnderTest;
  let words: Collection<Word>;
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

  it('applies to each of two writes at the same time by its own, up to the element that is changed', async () => {
    await words.insertMany([8, 9].map((_id) => ({ _id, w: 'tags', list: ['resume', 'RESUME', 'résumé'] })));
    const mark = (_id: number, strength: number) =>
      words.findOneAndUpdate(
        { _id, list: { $gt: 'resume' } },
        { $set: { 'list.$': 'changed' } },
        { collation: { locale: 'en', strength }, returnDocument: 'after' },
      );
    const [byAccents, byCase] = await Promise.all([mark(8, 2), mark(9, 3)]);
    expect(byAccents?.list).toEqual(['resume', 'RESUME', 'changed']);
    expect(byCase?.list).toEqual(['resume', 'changed', 'résumé']);
    const remove = (_id: number, strength: number) =>
      words.updateOne({ _id }, { $pull: { list: 'ResumE' } }, { collation: { locale: 'en', strength } });
    await words.updateMany({ w: 'tags' }, { $set: { list: ['resume', 'RESUME', 'résumé'] } });
    await Promise.all([remove(8, 1), remove(9, 2)]);
    expect((await words.find({ w: 'tags' }).sort({ _id: 1 }).toArray()).map(({ list }) => list)).toEqual([
      [],
      ['résumé'],
    ]);
  });

  it('decides what the operators of an update compare', async () => {
    const listAfter = async (update: UpdateFilter<Word>, options = {}) => {
      await words.updateOne({ _id: 5 }, { $set: { list: ['b', 'A', 'c'], w: 'Alpha' } });
      await words.updateOne({ _id: 5 }, update, { ...insensitive, ...options });
      return (await words.findOne({ _id: 5 }))?.list;
    };
    expect(await listAfter({ $pull: { list: { $in: ['a', 'C'] } } })).toEqual(['b']);
    expect(await listAfter({ $pullAll: { list: ['a', 'B'] } })).toEqual(['c']);
    expect(await listAfter({ $addToSet: { list: { $each: ['a', 'd'] } } })).toEqual(['b', 'A', 'c', 'd']);
    expect(await listAfter({ $push: { list: { $each: ['B'], $sort: 1 } } })).toEqual(['A', 'b', 'B', 'c']);
    const arrayFilters = [{ chosen: 'a' }];
    expect(await listAfter({ $set: { 'list.$[chosen]': 'x' } }, { arrayFilters })).toEqual(['b', 'x', 'c']);
    await words.updateOne({ _id: 5 }, { $max: { w: 'alpha' } }, insensitive);
    await words.updateOne({ _id: 5 }, { $min: { w: 'ALPHA' } }, insensitive);
    expect((await words.findOne({ _id: 5 }))?.w).toBe('Alpha');
  });

  it('decides the plan that is explained', async () => {
    const stageOf = async (options: object) => {
      const { queryPlanner } = await words.find({ w: 'ping' }, options).explain();
      return queryPlanner.winningPlan.stage;
    };
    expect(await stageOf({})).toBe('FETCH');
    expect(await stageOf(insensitive)).toBe('COLLSCAN');
  });
});
