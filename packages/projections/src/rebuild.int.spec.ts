import type { Position, ProjectId } from '@assay/contract';
import type { Document } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import { ada, bob } from '../../../test/support/recordedIds.ts';
import { recordProject } from '../../../test/support/recordedSetting.ts';
import { acme, type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import { caughtUp, everyDocument, projectedHistory, projectorsOf } from '../test/readModelsUnderTest.ts';
import { openReadModels, projectionList, rebuiltTopic } from './index.ts';
import type { ReadModelDocument } from './projection.ts';
import type { ProjectionState } from './projectionStates.ts';

describe('rebuilding', () => {
  let stores: StoresUnderTest;
  let history: RecordedHistory;
  let expected: Record<string, Document[]>;

  beforeAll(async () => {
    stores = await startStores();
    ({ history, expected } = await projectedHistory(stores));
  });
  afterAll(() => stores.stop());
  const run = projectorsOf(() => stores);
  const states = () => stores.readModelDb.collection<ProjectionState>('projectionStates');

  const collectionNames = async () => (await stores.readModelDb.listCollections().toArray()).map(({ name }) => name);

  it('rebuilds each read model beside the old one, to the same, and readers switch', async () => {
    const projector = await run({ retiredMs: 1 });
    await caughtUp(stores, projector);
    const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    const before = new Map((await states().find().toArray()).map(({ _id, live }) => [_id, live]));
    for (const { name } of projectionList) await projector.rebuild(name);
    const after = await states().find().toArray();
    for (const { _id, live, building } of after) {
      expect(live).not.toBe(before.get(_id));
      expect(building).toBeNull();
    }
    expect(await everyDocument(stores.readModelDb)).toEqual(expected);
    const old = new Set(before.values());
    await eventually(async () => !(await collectionNames()).some((name) => old.has(name)));
    projector.notices.forEach(models.onNotice);
    expect(await models.of(acme).testRun(history.passed.id)).toMatchObject({ status: 'PASS' });
    expect(projector.notices.filter(({ topic }) => topic === rebuiltTopic).flatMap(({ ids }) => ids)).toEqual(
      projectionList.map(({ name }) => name),
    );
    await projector.stop();
  });

  it('keeps a replaced collection until readers have the notice; the next projector drops what a stopped one left', async () => {
    const projector = await run();
    const { live = '' } = (await states().findOne({ _id: 'projects' })) ?? {};
    await projector.rebuild('projects');
    expect(await collectionNames()).toContain(live);
    await projector.stop();
    const next = await run({ retiredMs: 1 });
    await eventually(async () => (await states().findOne({ _id: 'projects' }))?.retired?.length === 0);
    expect(await collectionNames()).not.toContain(live);
    await next.stop();
  });

  it('applies new events to a rebuilt read model, each once', async () => {
    const projector = await run();
    await projector.rebuild('projects');
    await recordProject(stores.eventLog, acme, 'fresh-id' as ProjectId, 'fresh');
    await caughtUp(stores, projector);
    await projector.stop();
    const { projects } = await everyDocument(stores.readModelDb);
    expect(projects?.filter(({ _id }) => _id === 'fresh-id')).toMatchObject([{ key: 'fresh', archived: false }]);
    expected = await everyDocument(stores.readModelDb);
  });

  it('finishes a rebuild that was cut off', async () => {
    const [one] = projectionList;
    if (!one) throw new Error('there are read models');
    const building = { collection: `${one.name}_v1_cut`, version: one.version, position: null };
    await states().updateOne({ _id: one.name }, { $set: { building } });
    const projector = await run();
    await eventually(async () => (await states().findOne({ _id: one.name }))?.live === building.collection);
    await projector.stop();
    expect(await everyDocument(stores.readModelDb)).toEqual(expected);
  });

  it('refuses to rebuild an unknown read model', async () => {
    const projector = await run();
    await expect(projector.rebuild('nothing')).rejects.toThrow(RangeError);
    await projector.stop();
  });

  it("forgets a person's name and e-mail once their key is erased and people are rebuilt", async () => {
    const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    expect(await models.user(ada)).toMatchObject({ email: 'ada@example.org', firstName: 'ADA' });
    await stores.operations.keys.erase(`user:${ada}`);
    const projector = await run();
    await projector.rebuild('people');
    projector.notices.forEach(models.onNotice);
    expect(await models.user(ada)).toMatchObject({ email: '', firstName: '', lastName: '', roles: [{}] });
    expect(await models.user(bob)).toMatchObject({ email: 'bob@example.org' });
    await projector.stop();
  });

  it('rebuilds all documents of another history', async () => {
    const other = 'ffffffff-00000000000000000001' as Position;
    await states().updateMany({}, { $set: { position: other } });
    const live = (await states().findOne({ _id: 'projects' }))?.live ?? '';
    const stale = { _id: 'ghost', position: other, accountId: acme, projectId: 'ghost' };
    await stores.readModelDb.collection<ReadModelDocument>(live).insertOne(stale);
    const projector = await run();
    await caughtUp(stores, projector);
    await eventually(async () => (await states().countDocuments({ building: { $ne: null } })) === 0);
    await projector.stop();
    const { projects, testRunSummaries } = await everyDocument(stores.readModelDb);
    expect(projects?.map(({ _id }) => _id)).not.toContain('ghost');
    expect(testRunSummaries).toEqual(expected.testRunSummaries);
  });
});
