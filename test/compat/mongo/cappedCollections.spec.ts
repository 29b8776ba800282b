import { type Collection, type FindCursor, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

type Notice = {
  _id: number;
  topic?: string;
};

describe('capped collections', () => {
  let mongo: MongoUnderTest;
  let notices: Collection<Notice>;
  let open: FindCursor<Notice>[] = [];

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(async () => {
    notices = await mongo.db.createCollection<Notice>(`notices_${new ObjectId().toHexString()}`, {
      capped: true,
      size: 1_000_000,
      max: 5,
    });
  });
  afterEach(async () => {
    await Promise.all(open.map((cursor) => cursor.close()));
    open = [];
  });

  function tail(filter = {}, maxAwaitTimeMS = 5_000): FindCursor<Notice> {
    const cursor = notices.find(filter, { tailable: true, awaitData: true, maxAwaitTimeMS });
    open.push(cursor);
    return cursor;
  }

  it('keep the newest documents in insertion order', async () => {
    await notices.insertMany([3, 1, 2, 9, 8, 7, 6].map((_id) => ({ _id })));
    expect((await notices.find().toArray()).map((notice) => notice._id)).toEqual([2, 9, 8, 7, 6]);
    expect((await notices.find().sort({ $natural: -1 }).limit(2).toArray()).map((notice) => notice._id)).toEqual([
      6, 7,
    ]);
    expect(await notices.findOne({ _id: 3 })).toBeNull();
    expect(await notices.isCapped()).toBe(true);
  });

  it('wake a waiting cursor without another request', async () => {
    await notices.insertOne({ _id: 0 });
    const cursor = tail({}, 24 * 3_600_000);
    expect(await cursor.next()).toEqual({ _id: 0 });
    const arrival = cursor.next();
    await notices.insertOne({ _id: 1 });
    expect(await arrival).toEqual({ _id: 1 });
  });

  it('deliver every document in order while they are written', async () => {
    await mongo.db.dropCollection(notices.collectionName);
    await mongo.db.createCollection(notices.collectionName, { capped: true, size: 10_000_000 });
    await notices.insertOne({ _id: 0 });
    const cursor = tail();
    const seen: number[] = [];
    const reading = (async () => {
      while (seen.length < 201) seen.push((await cursor.next())?._id ?? -1);
    })();
    for (let from = 1; from <= 200; from += 10) {
      await notices.insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: from + i })));
    }
    await reading;
    expect(seen).toEqual(Array.from({ length: 201 }, (_, i) => i));
  });

  it('let a tailing cursor filter, waiting past documents that do not match', async () => {
    await notices.insertOne({ _id: 0, topic: 'a' });
    const cursor = tail({ topic: 'a' });
    expect(await cursor.next()).toMatchObject({ _id: 0 });
    const arrival = cursor.next();
    await notices.insertMany([
      { _id: 1, topic: 'b' },
      { _id: 2, topic: 'a' },
    ]);
    expect(await arrival).toMatchObject({ _id: 2 });
  });

  it('return an empty batch when nothing arrives in time', async () => {
    await notices.insertOne({ _id: 0 });
    const cursor = tail({}, 50);
    await cursor.next();
    expect(await cursor.tryNext()).toBeNull();
    expect(cursor.closed).toBe(false);
  });

  it('end a tailing cursor on an empty collection', async () => {
    const cursor = tail();
    expect(await cursor.next()).toBeNull();
    expect(cursor.id === undefined || cursor.id.isZero()).toBe(true);
  });

  it('end a tailing cursor whose position was overwritten', async () => {
    await notices.insertOne({ _id: 0 });
    const cursor = tail();
    await cursor.next();
    await notices.insertMany(Array.from({ length: 20 }, (_, i) => ({ _id: 100 + i })));
    expect((await serverError(cursor.next())).code).toBe(136);
  });

  it('are required for a tailable cursor', async () => {
    const plain = mongo.db.collection(`plain_${new ObjectId().toHexString()}`);
    await plain.insertOne({ a: 1 });
    expect((await serverError(plain.find({}, { tailable: true }).toArray())).code).toBe(2);
    expect((await serverError(mongo.db.createCollection('sizeless', { capped: true }))).code).toBe(72);
  });
});
