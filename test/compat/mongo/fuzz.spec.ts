import * as mingo from 'mingo';
import { type Collection, type Document, MongoServerError, ObjectId } from 'mongodb';
import { anyDocument, paths } from './fuzz/anyDocument.ts';
import { anyExpression, anyRow, anyStages } from './fuzz/anyExpression.ts';
import { anyFilter } from './fuzz/anyFilter.ts';
import { anyUpdate } from './fuzz/anyUpdate.ts';
import { compareSortValues, matches, sortValue } from './fuzz/referenceQuery.ts';
import { updated } from './fuzz/referenceUpdate.ts';
import { chanceOf } from './fuzz/seededChance.ts';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

const seeds = Number(process.env.FUZZ_SEEDS ?? 1);
const firstSeed = Number(process.env.FUZZ_FIRST_SEED ?? 1);
const allSeeds = Array.from({ length: seeds }, (_, i) => firstSeed + i);

/**
 * Random filters, sorts, updates and pipelines against an oracle that shares no code with the server. Expressions and
 * stages are compared with mingo. Filters, sorts and updates are compared with small references of our own, because
 * mingo differs from MongoDB in paths through nested arrays and by position, in sorts by arrays, and in what it refuses.
 */
describe.each(allSeeds)('the document store against an oracle (seed %i)', (seed) => {
  let mongo: MongoUnderTest;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());

  const newCollection = (): Collection<{ _id: number; [field: string]: unknown }> =>
    mongo.db.collection(`things_${new ObjectId().toHexString()}`);

  /** As JSON: an int has no negative zero, which mingo's numbers have. */
  const plain = (rows: Document[]): Document[] => JSON.parse(JSON.stringify(rows));
  /** mingo writes into the documents it is given. */
  const byMingo = (rows: Document[], pipeline: Document[]) => plain(mingo.aggregate(structuredClone(rows), pipeline));

  it('finds and sorts, with and without indexes', async () => {
    const chance = chanceOf(seed);
    const documents = Array.from({ length: 60 }, (_, _id) => ({ _id, ...anyDocument(chance) }));
    const [scanned, indexed] = [newCollection(), newCollection()];
    for (const things of [scanned, indexed]) await things.insertMany(documents);
    await indexed.createIndexes(paths.map((path) => ({ key: { [path]: 1 as const } })));
    for (let i = 0; i < 300; i++) {
      const filter = anyFilter(chance);
      const [path, direction] = [chance.oneOf(paths), chance.oneOf([1, -1] as const)];
      const wanted = documents
        .filter((document) => matches(document, filter))
        .map((document) => ({ _id: document._id, key: sortValue(document, path, direction) }))
        .sort((a, b) => compareSortValues(a.key, b.key) * direction || a._id - b._id)
        .map(({ _id }) => _id);
      for (const things of [scanned, indexed]) {
        const found = await things
          .find(filter)
          .sort({ [path]: direction, _id: 1 })
          .project({ _id: 1 })
          .toArray();
        const ids = found.map(({ _id }) => _id);
        const used = things === indexed;
        expect({ filter, path, direction, used, ids }).toEqual({ filter, path, direction, used, ids: wanted });
      }
      expect({ filter, count: await indexed.countDocuments(filter) }).toEqual({ filter, count: wanted.length });
    }
  });

  it('updates', async () => {
    const chance = chanceOf(seed);
    const things = newCollection();
    for (let i = 0; i < 400; i++) {
      const document = anyDocument(chance);
      const { update, arrayFilters } = anyUpdate(chance);
      await things.insertOne({ _id: i, ...document });
      const wanted = updated(document, update, arrayFilters);
      const result = await things
        .findOneAndUpdate({ _id: i }, update, { arrayFilters, returnDocument: 'after', projection: { _id: 0 } })
        .catch((error: unknown) => {
          if (error instanceof MongoServerError && error.code !== 1) return 'refused';
          throw error;
        });
      expect({ document, update, arrayFilters, result }).toEqual({ document, update, arrayFilters, result: wanted });
    }
  });

  it('computes expressions', async () => {
    const chance = chanceOf(seed);
    const rows = Array.from({ length: 10 }, (_, _id) => anyRow(chance, _id));
    const things = newCollection();
    await things.insertMany(rows, { ignoreUndefined: true });
    const stored = await things.find().sort({ _id: 1 }).toArray();
    for (let i = 0; i < 300; i++) {
      const expression = anyExpression(chance, chance.oneOf(['number', 'text', 'list', 'truth'] as const), 3);
      const pipeline = [{ $sort: { _id: 1 } }, { $project: { v: expression } }];
      const result = plain(await things.aggregate(pipeline).toArray());
      expect({ expression, result }).toEqual({ expression, result: byMingo(stored, pipeline) });
    }
  });

  it('runs stages', async () => {
    const chance = chanceOf(seed);
    const rows = Array.from({ length: 20 }, (_, _id) => anyRow(chance, _id));
    const things = newCollection();
    await things.insertMany(rows, { ignoreUndefined: true });
    const stored = await things.find().sort({ _id: 1 }).toArray();
    for (let i = 0; i < 200; i++) {
      const pipeline: Document[] = anyStages(chance);
      const result = plain(await things.aggregate(pipeline).toArray());
      expect({ pipeline, result }).toEqual({ pipeline, result: byMingo(stored, pipeline) });
    }
  });
});
