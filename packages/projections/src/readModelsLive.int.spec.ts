import type { Position } from '@assay/contract';
import { patienceMs } from '../../../test/support/patience.ts';
import { ada, agentId, shop, staging } from '../../../test/support/recordedIds.ts';
import { recordAccount, recordEnvironment, recordProject } from '../../../test/support/recordedSetting.ts';
import { ends, listedTest, RunStory, requestFor, starts } from '../../../test/support/runStory.ts';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { caughtUp, type RunningProjector, runProjector } from '../test/readModelsUnderTest.ts';
import { type AccountReads, openReadModels, projectedTopic } from './index.ts';

describe('while a run goes on, the read models', () => {
  let stores: StoresUnderTest;
  let projector: RunningProjector;
  let mine: AccountReads;
  beforeAll(async () => {
    stores = await startStores();
    const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    mine = models.of(acme);
    // As in the api's processes, which say with each page how far it is: stored positions are behind.
    projector = await runProjector(stores, { publish: async (notices) => notices.forEach(models.onNotice) });
    await recordAccount(stores.eventLog, acme, 'Acme');
    await recordProject(stores.eventLog, acme, shop, 'shop');
    await recordEnvironment(stores.eventLog, acme, staging, 'staging');
  });
  afterAll(async () => {
    await projector.stop();
    await stores.stop();
  });
  const everyTest = { offset: 0, limit: 100 };

  it('count a run at every stage of it', async () => {
    const run = new RunStory(stores.eventLog, acme, requestFor({ projectId: shop, environmentId: staging, number: 8 }));
    const now = async () => {
      await caughtUp(stores, projector);
      const view = await mine.testRun(run.id);
      if (!view) throw new Error('the run is there');
      const { status, totalCount, passCount, failCount, runningCount, remainingTests } = view;
      return [status, totalCount, passCount, failCount, runningCount, remainingTests, view.currentRunnerCount];
    };
    await run.create(signedBy(ada));
    expect(await now()).toEqual(['QUEUED', 0, 0, 0, 0, 0, 0]);
    await run.submit();
    await run.addRunner(agentId, 0);
    await run.claim(agentId, 0, { unit: 0 });
    expect(await now()).toEqual(['SETUP', 0, 0, 0, 0, 0, 1]);
    await run.list(['adds', 'pays'].map((name) => listedTest(name)));
    await run.complete(0);
    await run.start([['adds', 'pays']]);
    expect(await now()).toEqual(['RUNNING', 2, 0, 0, 0, 2, 0]);
    await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'pays'] });
    await run.report(1, [starts('adds')]);
    expect(await now()).toEqual(['RUNNING', 2, 0, 0, 1, 2, 1]);
    await run.report(1, [ends('adds', 'PASS')]);
    expect(await now()).toEqual(['RUNNING', 2, 1, 0, 0, 1, 1]);
    await run.lose(1);
    await run.claim(agentId, 0, { unit: 1, attempt: 2, tests: ['pays'] });
    await run.report(1, [starts('pays')], 2);
    expect(await now()).toEqual(['RUNNING', 2, 1, 0, 1, 1, 1]);
    await run.report(1, [ends('pays', 'FAIL')], 2);
    await run.complete(1, 2);
    expect(await now()).toEqual(['TEAR_DOWN', 2, 1, 1, 0, 0, 0]);
    await run.finish();
    expect(await now()).toEqual(['FAIL', 2, 1, 1, 0, 0, 0]);
  });

  it('give the rows that changed since a position, and no others', async () => {
    const run = new RunStory(stores.eventLog, acme, requestFor({ projectId: shop, environmentId: staging, number: 9 }));
    await run.begin(
      signedBy(ada),
      agentId,
      ['adds', 'pays', 'ships'].map((name) => listedTest(name)),
    );
    await run.start([['adds', 'pays', 'ships']]);
    await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'pays', 'ships'] });
    const changedSince = async (since: Position) => {
      await caughtUp(stores, projector);
      const page = await mine.testResults(run.id, { ...everyTest, since });
      if (!page) throw new Error('the run is there');
      return { changed: page.tests.map(({ testId: id, status }) => [id, status]), position: page.position };
    };
    const all = await changedSince('' as Position);
    expect(all.changed).toHaveLength(3);
    await run.report(1, [starts('pays')]);
    const first = await changedSince(all.position);
    expect(first.changed).toEqual([['pays', 'RUNNING']]);
    expect((await changedSince(first.position)).changed).toEqual([]);
    await run.report(1, [ends('pays', 'PASS'), starts('adds')]);
    const second = await changedSince(first.position);
    expect(second.changed.sort()).toEqual([
      ['adds', 'RUNNING'],
      ['pays', 'PASS'],
    ]);
    // The end of the run changes what is shown of tests to which nothing happened.
    await run.setStatus('CANCELED', signedBy(ada));
    expect((await changedSince(second.position)).changed.sort()).toEqual([
      ['adds', 'NOT_RUN'],
      ['ships', 'NOT_RUN'],
    ]);
  });

  it('wait for a position until the projector has passed it, or the time is over', async () => {
    const waiting = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    const run = new RunStory(
      stores.eventLog,
      acme,
      requestFor({ projectId: shop, environmentId: staging, number: 10 }),
    );
    await run.create(signedBy(ada));
    const head = await stores.eventLog.head();
    if (!head) throw new Error('the log is not empty');
    expect(await waiting.waitFor(head.position, patienceMs)).toBe(true);
    expect(await waiting.of(acme).testRun(run.id)).not.toBeNull();
    const beyond = `${stores.eventLog.epoch}-99999999999999999999` as Position;
    expect(await waiting.waitFor(beyond, 30)).toBe(false);
    const otherHistory = 'ffffffff-00000000000000000001' as Position;
    expect(await waiting.waitFor(otherHistory, patienceMs)).toBe(false);
  });

  it('wait no longer than until a notice says that they are there', async () => {
    const waiting = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    const beyond = `${stores.eventLog.epoch}-99999999999999999998` as Position;
    const reached = waiting.waitFor(beyond, patienceMs);
    waiting.onNotice({ topic: projectedTopic, ids: ['prompt'], position: beyond });
    expect(await reached).toBe(true);
    expect(await waiting.waitFor(beyond, 30, { tier: 'trailing' })).toBe(false);
    waiting.onNotice({ topic: projectedTopic, ids: ['trailing'], position: beyond });
    expect(await waiting.waitFor(beyond, patienceMs, { tier: 'trailing' })).toBe(true);
  });

  it('wait for the prompt ones too where the history of tests is ahead of them', async () => {
    const waiting = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    const beyond = `${stores.eventLog.epoch}-99999999999999999998` as Position;
    waiting.onNotice({ topic: projectedTopic, ids: ['trailing'], position: beyond });
    expect(await waiting.waitFor(beyond, 30, { tier: 'trailing' })).toBe(false);
  });
});
