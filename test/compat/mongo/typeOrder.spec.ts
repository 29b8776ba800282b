import {
  Binary,
  BSONRegExp,
  type Collection,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

describe('the order of values', () => {
  let mongo: MongoUnderTest;
  let values: Collection<{ _id: number; v?: unknown }>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  beforeEach(() => {
    values = mongo.db.collection(`values_${new ObjectId().toHexString()}`);
  });

  /** Stores the values in a mixed order and reads them back sorted: by the given index, and without one. */
  async function sortedTwice(inOrder: unknown[]): Promise<number[][]> {
    const documents = inOrder.map((v, _id) => (v === undefined ? { _id } : { _id, v }));
    const mixed = [...documents.filter((d) => d._id % 2 === 1).reverse(), ...documents.filter((d) => d._id % 2 === 0)];
    await values.insertMany(mixed, { ignoreUndefined: true });
    const inMemory = await values.find().sort({ v: 1 }).hint({ $natural: 1 }).toArray();
    await values.createIndex({ v: 1 });
    const fromIndex = await values.find().sort({ v: 1 }).hint({ v: 1 }).toArray();
    return [inMemory.map((d) => d._id), fromIndex.map((d) => d._id)];
  }

  it('puts types in the documented order, in memory and from an index', async () => {
    const inOrder = [
      new MinKey(),
      null,
      new Int32(1),
      'text',
      { a: 1 },
      new Binary(Buffer.from('x')),
      new ObjectId(),
      false,
      true,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new BSONRegExp('a'),
      new MaxKey(),
    ];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder)).toEqual([expected, expected]);
  });

  it('has one order for int, long, double and decimal, exact beyond 2^53', async () => {
    const inOrder = [
      new Double(Number.NaN),
      new Double(Number.NEGATIVE_INFINITY),
      Decimal128.fromString('-1E+400'),
      Long.fromString('-9007199254740993'),
      new Double(-9007199254740992),
      new Int32(-5),
      Decimal128.fromString('-1E-400'),
      new Int32(0),
      Decimal128.fromString('0.1'),
      new Double(0.1),
      new Int32(3),
      Decimal128.fromString('3.00000000000000000001'),
      new Double(3.5),
      new Double(9007199254740992),
      Long.fromString('9007199254740993'),
      Decimal128.fromString('9007199254740993.5'),
      Long.fromString('9223372036854775807'),
      new Double(2 ** 63),
      Decimal128.fromString('1E+400'),
      new Double(Number.POSITIVE_INFINITY),
    ];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder)).toEqual([expected, expected]);
  });

  it('finds equal numbers whatever their type', async () => {
    await values.insertMany([
      { _id: 1, v: new Int32(5) },
      { _id: 2, v: new Double(5) },
      { _id: 3, v: Long.fromNumber(5) },
      { _id: 4, v: Decimal128.fromString('5.00') },
      { _id: 5, v: new Double(5.5) },
    ]);
    expect((await values.find({ v: 5 }).toArray()).length).toBe(4);
    await values.createIndex({ v: 1 });
    expect(
      (
        await values
          .find({ v: Decimal128.fromString('5') })
          .hint({ v: 1 })
          .toArray()
      ).length,
    ).toBe(4);
  });

  it('distinguishes longs beyond 2^53', async () => {
    await values.insertMany([
      { _id: 1, v: Long.fromString('9007199254740992') },
      { _id: 2, v: Long.fromString('9007199254740993') },
    ]);
    const found = await values.find({ v: Long.fromString('9007199254740993') }).toArray();
    expect(found.map((d) => d._id)).toEqual([2]);
  });

  it('sorts text by its UTF-8 bytes', async () => {
    const inOrder = ['', 'A', 'Z', 'a', 'ab', 'z', 'é', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{1f600}'];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder)).toEqual([expected, expected]);
  });

  it('sorts text with zero bytes before longer text', async () => {
    const inOrder = ['a', 'a\u0000', 'a\u0000b', 'a\u0001', 'a\u0002', 'aa'];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder)).toEqual([expected, expected]);
  });

  it('compares subdocuments field by field, their order included', async () => {
    const inOrder = [{}, { a: 1 }, { a: 1, b: 1 }, { a: 2 }, { b: 1, a: 1 }, { a: 'x' }];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder)).toEqual([expected, expected]);
    expect(await values.findOne({ v: { b: 1, a: 1 } })).toMatchObject({ _id: 4 });
    expect((await values.find({ v: { a: 1, b: 1 } }).toArray()).map((d) => d._id)).toEqual([2]);
  });

  it('sorts an array by its smallest element, and by its largest when descending', async () => {
    await values.insertMany([
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [4, 2] },
      { _id: 4, v: [] },
    ]);
    expect((await values.find().sort({ v: 1 }).toArray()).map((d) => d._id)).toEqual([4, 1, 3, 2]);
    expect((await values.find().sort({ v: -1 }).toArray()).map((d) => d._id)).toEqual([1, 3, 2, 4]);
    await values.createIndex({ v: 1 });
    expect((await values.find().sort({ v: 1 }).toArray()).map((d) => d._id)).toEqual([4, 1, 3, 2]);
  });

  it('sorts ObjectIds by their bytes', async () => {
    const inOrder = [
      '000000000000000000000000',
      '0000000000000000000000ff',
      '7f0000000000000000000000',
      'ff0000000000000000000000',
    ];
    const expected = inOrder.map((_v, i) => i);
    expect(await sortedTwice(inOrder.map((hex) => new ObjectId(hex)))).toEqual([expected, expected]);
  });
});
