import { type Collection, ObjectId } from 'mongodb';
import { type MongoUnderTest, startMongoUnderTest } from './mongoUnderTest.ts';

type Row = { _id: number; kind: string; state: string };

/** More than are passed in one step. */
const rowCount = 24_000;
const kinds = ['x', 'y'];
const states = ['open', 'done', 'lost'];

/** What an index answers without its documents: how many fit, and what comes after many others. */
describe('counting and skipping by an index', () => {
  let mongo: MongoUnderTest;
  let rows: Collection<Row>;
  const made: Row[] = Array.from({ length: rowCount }, (_, _id) => ({
    _id,
    kind: _id % 100 === 0 ? 'y' : 'x',
    state: states[_id % states.length] ?? '',
  }));
  const having = (fits: (row: Row) => boolean) => made.filter(fits).map(({ _id }) => _id);
  const ids = (found: Row[]) => found.map(({ _id }) => _id);

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
    rows = mongo.db.collection<Row>(`rows_${new ObjectId().toHexString()}`);
    await rows.insertMany(made);
    await rows.createIndexes([{ key: { kind: 1, _id: -1 } }, { key: { kind: 1, state: 1, _id: -1 } }]);
  });
  afterAll(() => mongo.stop());

  it('counts all that fit, and no more than asked for', async () => {
    const xs = having(({ kind }) => kind === 'x').length;
    const ofX = (limit?: number, skip?: number) =>
      rows.countDocuments({ kind: 'x' }, { ...(limit && { limit }), ...(skip && { skip }) });
    expect([await ofX(), await ofX(10_000), await ofX(7), await ofX(30_000), await ofX(30_000, 5)]).toEqual([
      xs,
      10_000,
      7,
      xs,
      xs - 5,
    ]);
    const done = having(({ kind, state }) => kind === 'x' && state === 'done').length;
    const wanted = { kind: { $in: kinds }, state: 'done' };
    expect(await rows.countDocuments(wanted, { limit: done })).toBe(done);
    expect(await rows.countDocuments(wanted, { limit: rowCount })).toBe(rowCount / 3);
    expect(await rows.countDocuments({ kind: 'z' }, { limit: 5 })).toBe(0);
    expect(await rows.countDocuments({}, { limit: 5 })).toBe(5);
    expect(await rows.countDocuments({ kind: 'x', _id: { $gt: 3, $lte: 8 } }, { limit: 100 })).toBe(5);
    // No index has it.
    expect(await rows.countDocuments({ state: 'lost' }, { limit: 6_000 })).toBe(6_000);
  });

  it('passes what is skipped, in both directions, and to the end and beyond', async () => {
    const upwards = having(({ kind }) => kind === 'x');
    const downwards = [...upwards].reverse();
    for (const skip of [0, 1, 9_999, 10_000, 10_001, 22_222, upwards.length - 2, upwards.length, upwards.length + 9]) {
      const page = rows.find({ kind: 'x' }).skip(skip).limit(3);
      expect(ids(await page.clone().sort({ _id: 1 }).toArray())).toEqual(upwards.slice(skip, skip + 3));
      expect(ids(await page.clone().sort({ _id: -1 }).toArray())).toEqual(downwards.slice(skip, skip + 3));
    }
  });

  it('goes on behind what was skipped in the batches that follow', async () => {
    const wanted = having(({ kind }) => kind === 'x').slice(100, 350);
    const found = await rows.find({ kind: 'x' }).sort({ _id: 1 }).skip(100).limit(250).batchSize(40).toArray();
    expect(ids(found)).toEqual(wanted);
  });

  it('skips in the order of several values together, and over those of one', async () => {
    const wanted = having(({ state }) => state !== 'open').reverse();
    const filter = { kind: { $in: kinds }, state: { $in: ['done', 'lost'] } };
    for (const skip of [0, 1, 250, 15_990, 16_010]) {
      const found = await rows.find(filter).sort({ _id: -1 }).skip(skip).limit(20).toArray();
      expect(ids(found)).toEqual(wanted.slice(skip, skip + 20));
    }
    const inTurn = [...having(({ kind }) => kind === 'x').reverse(), ...having(({ kind }) => kind === 'y').reverse()];
    for (const skip of [23_755, 23_761, 23_999]) {
      const found = await rows
        .find({ kind: { $in: kinds } })
        .hint({ kind: 1, _id: -1 })
        .skip(skip)
        .toArray();
      expect(ids(found)).toEqual(inTurn.slice(skip));
    }
  });

  it('shows a document that was added since the batch before', async () => {
    const cursor = rows.find({ kind: 'x' }).sort({ _id: 1 }).skip(23_757).batchSize(1);
    expect((await cursor.next())?._id).toBe(23_997);
    await rows.insertOne({ _id: rowCount, kind: 'x', state: 'new' });
    expect(ids(await cursor.toArray())).toEqual([23_998, 23_999, rowCount]);
    await rows.deleteOne({ _id: rowCount });
  });
});
