import { type EnvironmentId, limits, type ProjectId } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { type Owner, writeRunHistory } from '../../../../test/bench/runHistory.ts';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../../test/support/storesUnderTest.ts';
import { createSimulatedThings } from '../../../launcher/src/simulation/simulatedThings.ts';
import { caughtUp, type RunningProjector, runProjector } from '../../test/readModelsUnderTest.ts';
import { type Collections, liveCollections } from '../collections.ts';
import { type AccountReads, openReadModels } from '../index.ts';
import type { ProjectionState } from '../projectionStates.ts';
import { placeFarDown } from './placeFarDown.ts';

const during = { days: 70, runs: 1_300 };
const owner: Owner = {
  accountId: acme,
  projectId: 'shop' as ProjectId,
  environmentIds: ['qa' as EnvironmentId],
  userId: 'u1',
  during,
};

describe('pages of a long list of runs', () => {
  let stores: StoresUnderTest;
  let projector: RunningProjector;
  let collections: Collections;
  let mine: AccountReads;
  let newestFirst: string[];

  beforeAll(async () => {
    stores = await startStores();
    projector = await runProjector(stores);
    const account = { type: 'createAccount', accountId: acme, name: 'acme' } as const;
    await stores.eventLog.handle(accountDecider, acme, account, signedBy(owner.userId));
    await createSimulatedThings(stores, acme, signedBy(owner.userId));
    await writeRunHistory(stores.eventLog, owner, { from: 1, to: during.runs });
    await caughtUp(stores, projector);
    const states = await stores.readModelDb.collection<ProjectionState>('projectionStates').find().toArray();
    collections = liveCollections(stores.readModelDb, states);
    mine = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog }).of(acme);
    const all = await collections.testRunSummaries.find({ accountId: acme }).sort({ _id: -1 }).toArray();
    newestFirst = all.map(({ _id }) => _id);
  });
  afterAll(async () => {
    await projector.stop();
    await stores.stop();
  });

  const idsAt = async (offset: number, limit = 10) =>
    (await mine.testRunPage({ offset, limit })).testRuns.map(({ id }) => id);
  const offsets = [990, 1_000, 1_001, 1_017, 1_018, 1_019, 1_036, 1_111, 1_290, 1_295, 1_299, 1_300, 5_000];

  it('hold the same runs as if all before them were passed', async () => {
    expect(newestFirst).toHaveLength(during.runs);
    for (const offset of offsets) expect(await idsAt(offset)).toEqual(newestFirst.slice(offset, offset + 10));
    expect(await mine.testRunPage({ offset: 1_200, limit: 1 })).toMatchObject({ total: 1_300, totalIsLeast: false });
  });

  it('begin in the day that holds the first of them', async () => {
    for (let offset = 0; offset < during.runs; offset += 13) {
      const place = await placeFarDown(collections, acme, offset, during.runs);
      // A day has some 19 runs.
      expect(place?.skip).toBeLessThan(25);
    }
    expect(await placeFarDown(collections, acme, during.runs, during.runs)).toEqual({ before: 0, skip: 0 });
  });

  it('pass all runs before them while the counts of days are not all there', async () => {
    const { testRunCounts } = collections;
    const [newest] = await testRunCounts.find({ accountId: acme }).sort({ month: -1 }).toArray();
    if (!newest) throw new Error('no month is counted');
    await testRunCounts.deleteOne({ _id: newest._id });
    expect(await placeFarDown(collections, acme, 1_100, during.runs)).toBeNull();
    expect(await idsAt(1_100)).toEqual(newestFirst.slice(1_100, 1_110));
    await testRunCounts.insertOne(newest);
  });

  it('tell that a filter leaves more than are counted, and go on behind those', async () => {
    const { testRunSummaries } = collections;
    const some = await testRunSummaries.findOne({ accountId: acme });
    if (!some) throw new Error('there is no run');
    const most = limits.countedTestRuns;
    const idOf = (number: number) => `ffffffff-${String(number).padStart(8, '0')}`;
    const many = Array.from({ length: most + 1 }, (_, number) => ({ ...some, _id: idOf(number), branch: 'many' }));
    await testRunSummaries.insertMany(many);
    const ofBranch = { branch: ['many'], limit: 2 };
    expect(await mine.testRunPage({ ...ofBranch, offset: 0 })).toMatchObject({ total: most, totalIsLeast: true });
    const last = await mine.testRunPage({ ...ofBranch, offset: most - 1 });
    expect(last).toMatchObject({ total: most + 1, totalIsLeast: false });
    expect(last.testRuns).toHaveLength(2);
    await testRunSummaries.deleteOne({ _id: idOf(0) });
    expect(await mine.testRunPage({ ...ofBranch, offset: 0 })).toMatchObject({ total: most, totalIsLeast: false });
  });
});
