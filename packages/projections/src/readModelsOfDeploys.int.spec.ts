import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import { production, shop, staging, vault } from '../../../test/support/recordedIds.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import { liveCollections } from './collections.ts';
import type { AccountReads } from './index.ts';
import type { ProjectionState } from './projectionStates.ts';

describe('the read models of deploys', () => {
  let recorded: RecordedReadModels;
  let history: RecordedHistory;
  let mine: AccountReads;
  let theirs: AccountReads;
  beforeAll(async () => {
    recorded = await startRecordedReadModels();
    ({ history, mine, theirs } = recorded);
  });
  afterAll(() => recorded.stop());

  it('list deploys newest first, know the latest of each environment, and show them with the runs of a version', async () => {
    const page = await mine.deployPage({ projectId: shop, offset: 0, limit: 10 });
    expect(page).toMatchObject({ total: 3, deploys: [{ id: 'deploy-3' }, { id: 'deploy-2' }, { id: 'deploy-1' }] });
    expect(page.deploys[1]).toMatchObject({
      environment: { id: staging, key: 'staging', name: 'The staging' },
      createdBy: { email: 'ada@example.org' },
      branch: 'main',
      commit: 'abcdef0123',
      build: null,
      buildName: '1.5',
    });
    const inStaging = await mine.deployPage({ projectId: shop, environmentId: staging, offset: 1, limit: 1 });
    expect(inStaging).toMatchObject({ total: 2, deploys: [{ id: 'deploy-1' }] });
    expect(await mine.latestDeploy(shop, staging)).toMatchObject({ id: 'deploy-2' });
    expect(await mine.latestDeploy(shop, vault)).toBeNull();
    const last = await mine.lastDeploys();
    const inEnvironment = new Map(last.map((one) => [one.environmentId, one]));
    expect([...inEnvironment.keys()].sort()).toEqual([production, staging].sort());
    expect(inEnvironment.get(staging)).toMatchObject({
      deploy: { id: 'deploy-2', commit: 'abcdef0123' },
      testRun: null,
    });
    expect(inEnvironment.get(production)).toMatchObject({ deploy: { id: 'deploy-3' } });
    expect(await theirs.lastDeploys()).toEqual([]);
    expect(await mine.deploysOfRun(history.passed.id)).toMatchObject([{ id: 'deploy-3' }, { id: 'deploy-2' }]);
    // Of another version, but started for this one.
    const ofFailed = (await mine.deploysOfRun(history.failed.id)) ?? [];
    expect(ofFailed.map(({ id }) => id)).toEqual(['deploy-3', 'deploy-2', 'deploy-1']);
    expect(await mine.testRun(history.failed.id)).toMatchObject({
      deployId: 'deploy-1',
      deploy: { projectId: shop, branch: 'main', commit: null, buildName: '1.4.0' },
    });
    expect(await mine.deploysOfRun(history.queued.id)).toEqual([]);
    expect((await mine.projects()).map(({ hasDeploy }) => hasDeploy)).toEqual([true]);
    expect((await theirs.projects()).map(({ hasDeploy }) => hasDeploy)).toEqual([false]);
  });

  it('count deploys also by a read model from before projects knew their number', async () => {
    const states = recorded.stores.readModelDb.collection<ProjectionState>('projectionStates');
    const { projects } = liveCollections(recorded.stores.readModelDb, await states.find().toArray());
    const known = await projects.findOne({ projectId: shop });
    const { total } = await mine.deployPage({ projectId: shop, offset: 0, limit: 10 });
    expect(total).toBe(known?.deployCount);
    await projects.updateOne({ projectId: shop }, { $unset: { deployCount: true } });
    expect(await mine.deployPage({ projectId: shop, offset: 0, limit: 10 })).toMatchObject({ total });
    expect((await mine.project(shop))?.hasDeploy).toBe(true);
    await projects.updateOne({ projectId: shop }, { $set: { deployCount: total } });
  });
});
