import { type Collection, Decimal128, type Document, Double, Long, ObjectId } from 'mongodb';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

/** Random numbers from a seed, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const indexes: [Document, object][] = [
  [{ a: 1 }, {}],
  [{ a: 1, b: -1 }, {}],
  [{ b: 1, c: 1 }, {}],
  [{ c: -1, a: 1, b: 1 }, {}],
  [{ 'd.e': 1, a: 1 }, {}],
  [{ l: 1, b: 1 }, {}],
  [{ 'm.x': 1, 'm.y': 1 }, {}],
  [{ b: -1 }, { sparse: true }],
  [{ a: -1 }, { name: 'partial', partialFilterExpression: { b: { $gte: 3 } } }],
];

describe('queries with indexes', () => {
  let mongo: MongoUnderTest;
  let things: Collection<{ _id: number }>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());

  it.each([1, 2, 3])('find what a scan finds, in the requested order (seed %d)', async (seed) => {
    const random = randomOf(seed);
    const oneOf = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
    const scalar = (): unknown =>
      oneOf([
        random(6),
        random(6),
        new Double(random(12) / 2),
        Long.fromNumber(random(6)),
        null,
        'x',
        `s${random(4)}`,
        new Date(random(3)),
        Decimal128.fromString(`${random(6)}.5`),
        { e: random(3) },
        true,
      ]);
    const value = (): unknown => (random(8) === 0 ? Array.from({ length: random(4) }, scalar) : scalar());
    const document = (_id: number): Document => {
      const made: Document = { _id };
      for (const field of ['a', 'b', 'c'])
        if (random(6) > 0) made[field] = field === 'a' && seed % 2 === 1 ? scalar() : value();
      if (random(3) > 0) made.d = { e: value() };
      if (random(3) > 0) made.l = Array.from({ length: random(4) }, () => random(6));
      if (random(3) > 0) made.m = Array.from({ length: random(3) }, () => ({ x: random(4), y: random(4) }));
      return made;
    };
    things = mongo.db.collection<{ _id: number }>(`things_${new ObjectId().toHexString()}`);
    for (const [key, options] of indexes) await things.createIndex(key as Record<string, 1 | -1>, options);
    // Fields with parallel arrays cannot be indexed; such documents are left out, as a server refuses them.
    await things
      .insertMany(
        Array.from({ length: 400 }, (_, i) => document(i) as { _id: number }),
        { ordered: false },
      )
      .catch(() => undefined);
    for (let i = 0; i < 100; i++) {
      const replacement = document(random(400));
      await things.replaceOne({ _id: replacement._id }, replacement).catch(() => undefined);
    }
    await things.deleteMany({ _id: { $in: Array.from({ length: 20 }, () => random(400)) } });
    expect(await things.countDocuments()).toBeGreaterThan(150);

    const condition = (): unknown =>
      oneOf<() => unknown>([
        scalar,
        scalar,
        () => ({ $in: [scalar(), scalar(), scalar()] }),
        () => ({ [oneOf(['$gt', '$gte', '$lt', '$lte'])]: scalar() }),
        () => ({ $gte: random(3), $lt: 3 + random(4) }),
        () => ({ $gte: random(4), $lte: 2 + random(4), $ne: 3 }),
        () => ({ $exists: random(2) === 0 }),
        () => ({ $ne: scalar() }),
        () => ({ $regex: '^s' }),
        () => ({ $all: [random(6), random(6)] }),
        () => ({ $elemMatch: { $gte: random(6) } }),
      ])();
    const fields = ['a', 'b', 'c', 'd.e', 'l', 'm.x', 'm.y'];
    // Conditions concentrate on the fields of one index, where the planner is most likely to go wrong.
    const clause = (among: readonly string[]): Document =>
      Object.fromEntries(
        Array.from({ length: 1 + random(3) }, () => [oneOf(random(4) === 0 ? fields : among), condition()]),
      );
    for (let i = 0; i < 200; i++) {
      const [key] = oneOf(indexes.slice(0, 7));
      const among = Object.keys(key);
      const filter = random(6) === 0 ? { $or: [clause(among), clause(among)], ...clause(among) } : clause(among);
      // Fields of one index hold no parallel arrays, by which nothing can be sorted.
      const sortable = Object.keys(oneOf(indexes.slice(0, 7))[0]);
      const sort: Document =
        random(2) === 0 ? { _id: 1 } : { [oneOf(sortable)]: oneOf([1, -1]), [oneOf(sortable)]: oneOf([1, -1]), _id: 1 };
      const partial: Document = Object.fromEntries(Object.entries(sort).filter(([field]) => field !== '_id'));
      const scanned = await things.find(filter).sort(sort).hint({ $natural: 1 }).toArray();
      const planned = await things.find(filter).sort(sort).toArray();
      expect({ filter, sort, ids: planned.map((d) => d._id) }).toEqual({
        filter,
        sort,
        ids: scanned.map((d) => d._id),
      });
      expect(await things.countDocuments(filter)).toBe(scanned.length);
      // Without the tie-break, an index may decide the order: the sort keys and the set of documents must agree.
      const free = await things.find(filter).sort(partial).toArray();
      expect(free.map((d) => d._id).sort()).toEqual(scanned.map((d) => d._id).sort());
      const hinted = await things.find(filter).sort(sort).hint(key).toArray();
      expect({ filter, key, ids: hinted.map((d) => d._id) }).toEqual({ filter, key, ids: scanned.map((d) => d._id) });
    }
  });

  it('return the same order from an index as from a sort in memory', async () => {
    const random = randomOf(9);
    things = mongo.db.collection<{ _id: number }>(`things_${new ObjectId().toHexString()}`);
    const documents = Array.from({ length: 300 }, (_, _id) => ({ _id, a: random(4), b: random(5), c: random(50) }));
    await things.insertMany(documents);
    await things.createIndex({ a: 1, b: -1, c: 1 });
    await things.createIndex({ b: 1, c: -1 });
    const filters = [
      {},
      { a: 1 },
      { a: { $in: [1, 3] } },
      { a: 2, b: { $gte: 2 } },
      { b: 3 },
      { a: { $in: [0, 2] }, b: 1 },
    ];
    const sorts: [string, 1 | -1][][] = [
      [
        ['a', 1],
        ['b', -1],
      ],
      [
        ['a', -1],
        ['b', 1],
        ['c', -1],
      ],
      [
        ['b', -1],
        ['c', 1],
      ],
      [
        ['b', 1],
        ['c', 1],
      ],
      [['c', 1]],
      [['c', -1]],
      [
        ['b', 1],
        ['c', -1],
      ],
    ];
    for (const filter of filters) {
      for (const sort of sorts) {
        const found = await things.find(filter).sort(new Map(sort)).toArray();
        const keys = found.map((d) => sort.map(([field]) => Number(Object(d)[field])));
        const sorted = [...keys].sort(
          (x, y) => sort.map(([, way], i) => (Number(x[i]) - Number(y[i])) * way).find((order) => order !== 0) ?? 0,
        );
        expect({ filter, sort, keys }).toEqual({ filter, sort, keys: sorted });
        expect(found.length).toBe(
          await things
            .find(filter)
            .hint({ $natural: 1 })
            .toArray()
            .then((all) => all.length),
        );
      }
    }
  });
});
