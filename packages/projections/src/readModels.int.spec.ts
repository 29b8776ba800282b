import type { BuildId, TestRunId, TestSuiteId } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import {
  ada,
  agentId,
  bank,
  bob,
  globex,
  integration,
  largePool,
  type RecordedHistory,
  recordHistory,
  shop,
  smoke,
  staging,
  vault,
} from '../../../test/support/recordedHistory.ts';
import { testId } from '../../../test/support/runStory.ts';
import { acme, type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import { caughtUp, type RunningProjector, runProjector } from '../test/readModelsUnderTest.ts';
import { type AccountReads, openReadModels, type ReadModels } from './index.ts';

describe('the read models', () => {
  let stores: StoresUnderTest;
  let history: RecordedHistory;
  let projector: RunningProjector;
  let models: ReadModels;
  let mine: AccountReads;
  let theirs: AccountReads;
  beforeAll(async () => {
    stores = await startStores();
    projector = await runProjector(stores);
    history = await recordHistory(stores.eventLog);
    await caughtUp(stores, projector);
    models = openReadModels({ db: stores.readModelDb, epoch: stores.eventLog.epoch });
    [mine, theirs] = [models.of(acme), models.of(globex)];
  });
  afterAll(async () => {
    await projector.stop();
    await stores.stop();
  });
  const everyRun = { offset: 0, limit: 100 };
  const numbersOf = async (query: Partial<Parameters<AccountReads['testRunPage']>[0]>) =>
    (await mine.testRunPage({ ...everyRun, ...query })).testRuns.map(({ number }) => number);
  const everyTest = { offset: 0, limit: 100 };

  it('list the runs of an account newest first, in pages', async () => {
    expect(await numbersOf({})).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await numbersOf({ limit: 3 })).toEqual([7, 6, 5]);
    expect(await numbersOf({ offset: 3, limit: 3 })).toEqual([4, 3, 2]);
    expect((await mine.testRunPage({ offset: 6, limit: 3 })).total).toBe(7);
  });

  it.each([
    ['status', { status: ['PASS'] }, [3, 1]],
    ['several statuses', { status: ['CANCELED', 'QUEUED'] }, [7, 4]],
    ['branch', { branch: ['feature'] }, [2]],
    ['project by key', { project: ['shop'] }, [7, 6, 5, 4, 3, 2, 1]],
    ['project by id', { project: [shop] }, [7, 6, 5, 4, 3, 2, 1]],
    ['a project that is not there', { project: ['none'] }, []],
    ['a project of another account', { project: ['bank', bank] }, []],
    ['environment', { environment: ['staging'] }, [7, 6, 5, 4, 3, 2, 1]],
    ['an environment of another account', { environment: ['vault', vault] }, []],
    ['suite', { testSuiteId: [smoke, 'none'] }, [4]],
    ['status and branch', { status: ['FAIL'], branch: ['main'] }, [6, 5]],
  ])('find runs by %s', async (_, query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers);
    expect((await mine.testRunPage({ ...everyRun, ...query })).total).toBe(numbers.length);
  });

  it('find runs by when they were created, both ends included', async () => {
    const { testRuns } = await mine.testRunPage(everyRun);
    const [from, to] = [testRuns[4]?.createdAt ?? '', testRuns[2]?.createdAt ?? ''];
    const between = await mine.testRunPage({ ...everyRun, from, to });
    expect(between.testRuns.every(({ createdAt }) => createdAt >= from && createdAt <= to)).toBe(true);
    expect(between.testRuns.map(({ number }) => number)).toEqual(expect.arrayContaining([5, 4, 3]));
  });

  it('show a run with the names that belong to it', async () => {
    expect(await mine.testRun(history.passed.id)).toMatchObject({
      ...{ number: 1, status: 'PASS', statusDisplay: 'Passed', commit: 'abcdef0123', gitRef: 'abcdef0123' },
      project: { key: 'shop', name: 'Web shop', testingFramework: 'Playwright' },
      ...{ environmentName: 'The staging', createdBy: { fullName: 'ADA Tester', email: 'ada@example.org' } },
      ...{ totalCount: 6, testCount: 5, passCount: 4, failCount: 0, ignoredCount: 1, flakyCount: 1, notRunCount: 0 },
      ...{ quarantineTotalCount: 1, quarantineFailCount: 1, runningCount: 0, remainingTests: 0, nonExitedRunners: 0 },
    });
  });

  it('count what a run that ended early never came to as not run, quarantined tests left out', async () => {
    expect(await mine.testRun(history.canceled.id)).toMatchObject({
      ...{ status: 'CANCELED', totalCount: 4, testCount: 3, passCount: 1, notRunCount: 2, remainingTests: 0 },
    });
    expect(await mine.testRun(history.timedOut.id)).toMatchObject({
      ...{ status: 'FAIL', notRunCount: 4, statusInfo: expect.stringContaining('180 minutes') },
    });
  });

  it('count tests that showed themselves once, though their unit was lost in between', async () => {
    expect(await theirs.testRun(history.shown.id)).toMatchObject({
      ...{ status: 'PASS', totalCount: 3, testCount: 1, passCount: 1, failCount: 0, notRunCount: 0 },
      ...{ quarantineTotalCount: 2, quarantineFailCount: 1, createdBy: { email: 'bob@example.org' } },
    });
  });

  it('say of what a run is a rerun', async () => {
    expect(await mine.testRun(history.rerun.id)).toMatchObject({
      ...{
        status: 'PASS',
        rerunOf: { testRunId: history.failed.id, number: 2, kind: 'failed', firstTestRunId: history.failed.id },
      },
    });
    const parents = async (id: TestRunId) =>
      (await mine.testResults(id, everyTest))?.tests.map(({ parentId }) => parentId);
    expect(await parents(history.rerun.id)).toEqual([`${history.failed.id}.removes`, `${history.failed.id}.pays`]);
    expect(await parents(history.passed.id)).toEqual(Array(6).fill(null));
  });

  it('list the tests of a run by file and place, each with its results in earlier runs', async () => {
    const page = await mine.testResults(history.failed.id, everyTest);
    expect(page?.total).toBe(4);
    expect(page?.tests.map(({ testId: id, status }) => [id, status])).toEqual([
      ...[
        ['adds', 'PASS'],
        ['removes', 'FAIL'],
        ['pays', 'FAIL'],
        ['ships', 'NOT_RUN'],
      ],
    ]);
    const [adds, , pays] = page?.tests ?? [];
    expect(adds?.recent).toEqual([{ status: 'PASS', flaky: true, durationMs: 104 }]);
    expect(pays).toMatchObject({ timedOut: true, error: 'pays failed', attempts: 1 });
    const rest = await mine.testResults(history.failed.id, { offset: 1, limit: 2 });
    expect(rest?.tests.map(({ testId: id }) => id)).toEqual(['removes', 'pays']);
  });

  it('show the tests of a run that ended early as not run', async () => {
    const page = await mine.testResults(history.canceled.id, everyTest);
    expect(page?.tests.map(({ status }) => status)).toEqual(['PASS', 'NOT_RUN', 'NOT_RUN', 'NOT_RUN']);
  });

  it('show a test with all its attempts, and since when it fails', async () => {
    const flaky = await mine.testResult(history.passed.id, testId('removes'));
    expect(flaky?.view).toMatchObject({ status: 'PASS', attemptsDetail: [{ attempt: 1, status: 'PASS' }] });
    const failing = await mine.testResult(history.rerun.id, testId('pays'));
    expect(failing?.view).toMatchObject({ status: 'FAIL', quarantinedNow: true });
    expect(failing?.view.failingSince).toMatchObject({ testRunId: history.failed.id, number: 2 });
  });

  it('name the tests that failed or never ran, quarantined ones left out', async () => {
    expect((await mine.failedTests(history.failed.id))?.sort()).toEqual(['pays', 'removes', 'ships']);
    expect((await mine.failedTests(history.canceled.id))?.sort()).toEqual(['pays', 'removes']);
    expect(await mine.failedTests(history.passed.id)).toEqual([]);
  });

  it("show a run's runners and its history, newest first", async () => {
    expect(await mine.testRunners(history.passed.id)).toMatchObject([
      ...[
        { status: 'Exited', testsRun: 1, agentName: 'machine of agent-1' },
        { status: 'Exited', testsRun: 5 },
      ],
    ]);
    const items = (await mine.history(history.rerun.id)) ?? [];
    expect(items.map(({ updatedValue }) => updatedValue)).toEqual([
      ...['Passed', 'Failed', 'Tearing down', 'Running', 'Setting up', 'Submitted', 'Queued'],
    ]);
    expect(items[0]).toMatchObject({ userName: 'ADA Tester', userEmail: 'ada@example.org' });
    expect(items[1]).toMatchObject({ userName: null, userEmail: null });
  });

  it('list projects and environments in use, and find archived ones by id', async () => {
    expect((await mine.projects()).map(({ key }) => key)).toEqual(['shop']);
    expect(await mine.project('old-id' as never)).toMatchObject({ key: 'old', archived: true });
    expect(await mine.projectByKey('old')).toBeNull();
    expect(await mine.projectByKey('shop')).toMatchObject({
      ...{ defaultBranch: 'main', revision: '2', lastRun: { number: 7, status: 'QUEUED' } },
    });
    expect(await mine.environmentByKey('staging')).toMatchObject({
      view: {
        url: 'https://staging.example.org',
        maximumParallelTestRuns: 3,
        variables: [{ key: 'PASSWORD', value: null }],
      },
    });
  });

  it('list deploys newest first, know the latest of each environment, and show them with the runs of a version', async () => {
    const page = await mine.deployPage({ projectId: shop, offset: 0, limit: 10 });
    expect(page).toMatchObject({ total: 3, deploys: [{ id: 'deploy-3' }, { id: 'deploy-2' }, { id: 'deploy-1' }] });
    expect(page.deploys[1]).toMatchObject({
      ...{ environment: { id: staging, key: 'staging', name: 'The staging' }, createdBy: { email: 'ada@example.org' } },
      ...{ branch: 'main', commit: 'abcdef0123', build: null, buildName: '1.5' },
    });
    const inStaging = await mine.deployPage({ projectId: shop, environmentId: staging, offset: 1, limit: 1 });
    expect(inStaging).toMatchObject({ total: 2, deploys: [{ id: 'deploy-1' }] });
    expect(await mine.latestDeploy(shop, staging)).toMatchObject({ id: 'deploy-2' });
    expect(await mine.latestDeploy(shop, vault)).toBeNull();
    expect(await mine.deploysOfRun(history.passed.id)).toMatchObject([{ id: 'deploy-3' }, { id: 'deploy-2' }]);
    // Of another version, but started for this one.
    const ofFailed = (await mine.deploysOfRun(history.failed.id)) ?? [];
    expect(ofFailed.map(({ id }) => id)).toEqual(['deploy-3', 'deploy-2', 'deploy-1']);
    expect(await mine.testRun(history.failed.id)).toMatchObject({
      ...{ deployId: 'deploy-1', deploy: { projectId: shop, branch: 'main', commit: null, buildName: '1.4.0' } },
    });
    expect(await mine.deploysOfRun(history.queued.id)).toEqual([]);
    expect((await mine.projects()).map(({ hasDeploy }) => hasDeploy)).toEqual([true]);
    expect((await theirs.projects()).map(({ hasDeploy }) => hasDeploy)).toEqual([false]);
  });

  it('list suites in use of projects in use by name, and find archived ones by id', async () => {
    expect((await mine.testSuites()).map(({ name }) => name)).toEqual(['Quick', 'Whole']);
    expect((await mine.testSuites(shop)).map(({ name }) => name)).toEqual(['Quick', 'Whole']);
    expect(await mine.testSuites(bank)).toEqual([]);
    expect(await mine.testSuite(shop, smoke)).toMatchObject({
      ...{ name: 'Quick', archived: false, classification: 'END_TO_END', includeTags: ['@smoke'], revision: '1' },
      timeouts: { testTimeoutSeconds: 60, timeoutMinutes: 10 },
    });
    expect(await mine.testSuite(shop, 'gone' as TestSuiteId)).toMatchObject({ name: 'Gone', archived: true });
    expect(await mine.testSuite(bank, smoke)).toBeNull();
    expect(await mine.testRun(history.canceled.id)).toMatchObject({ testSuiteId: smoke, testSuiteName: 'Quick' });
    expect(await mine.testRun(history.passed.id)).toMatchObject({ testSuiteId: null, testSuiteName: null });
  });

  it('hand out the text of a secret only as it stands in the log', async () => {
    const found = await mine.environment(staging);
    const stored = found?.secretValues.PASSWORD ?? '';
    expect(stored).not.toContain('horse');
    expect(await decryptField(stores.operations.keys, stored)).toBe('horse');
  });

  it("list a project's tests, and those in quarantine with who put them there", async () => {
    const all = await mine.projectTests(shop, { quarantinedOnly: false });
    expect(all?.map(({ id }) => id)).toEqual(['adds', 'pays', 'removes', 'ships', 'logs-in', 'logs-out']);
    expect(await mine.projectTests(shop, { quarantinedOnly: true })).toMatchObject([
      ...[{ id: 'pays', quarantined: true, quarantinedByEmail: 'ada@example.org', quarantineReason: 'unstable' }],
    ]);
    expect(
      (await mine.projectTest(shop, testId('removes')))?.recent.map(({ number, status }) => [number, status]),
    ).toEqual([
      ...[
        [3, 'PASS'],
        [2, 'FAIL'],
        [1, 'PASS'],
      ],
    ]);
  });

  it('know what tests usually take', async () => {
    const expected = await models.expectedDurations(shop);
    expect(expected.get(testId('removes'))).toBe(107);
    expect(expected.has(testId('nobody'))).toBe(false);
  });

  it('list stages and pools, and know which stage runs its tests in a pool', async () => {
    expect(await mine.runnerPools()).toMatchObject([
      { id: largePool, name: 'Large', maxRunners: 6, currentRunners: 0 },
    ]);
    expect(await mine.pipelineStages()).toMatchObject([
      { id: integration, testRunPriority: 2, linuxRunnerPoolId: largePool, variables: [{ key: 'TOKEN', value: null }] },
    ]);
    expect((await mine.stagesOfPool(largePool)).map(({ id }) => id)).toEqual([integration]);
    expect((await mine.environment(staging))?.view.pipelineStageId).toBe(integration);
  });

  it('tell who changed what, newest first, and nothing of what is encrypted', async () => {
    const trail = await mine.auditTrail(`pipelineStage-${integration}`);
    expect(trail.map(({ entry: { field, newValue } }) => [field, newValue])).toEqual([
      ['linuxRunnerPoolId', largePool],
      ['variables.TOKEN', null],
      ['name', 'Integration'],
      ['priority', '0'],
      ['testRunPriority', '2'],
    ]);
    expect(trail[0]?.entry).toMatchObject({ userName: 'ADA Tester', email: 'ada@example.org' });
  });

  it('list the agents of the installation for everybody, and those of an account for it alone', async () => {
    expect((await mine.agents()).map(({ id, status }) => [id, status])).toEqual([
      ...[
        ['agent-1', 'Running'],
        ['agent-2', 'Exited'],
      ],
    ]);
    expect((await theirs.agents()).map(({ id }) => id)).toEqual(['agent-1']);
    expect(await models.runningAgents()).toEqual({ running: 1, capacity: 4 });
  });

  it('know who may do what in which account', async () => {
    expect([await models.roleOf(ada, acme), await models.roleOf(ada, globex)]).toEqual(['ADMIN', null]);
    expect(await models.user(bob)).toMatchObject({
      roles: [{ accountId: 'globex', accountName: 'Globex', roleType: 'USER' }],
    });
  });

  it('show nothing of an account to another one, whatever it asks for', async () => {
    const { passed } = history;
    const removes = testId('removes');
    const seen: Record<keyof AccountReads, unknown> = {
      account: (await theirs.account())?.id,
      testRunPage: (await theirs.testRunPage(everyRun)).testRuns.map(({ id }) => id),
      testRun: await theirs.testRun(passed.id),
      testResults: await theirs.testResults(passed.id, everyTest),
      testResult: await theirs.testResult(passed.id, removes),
      failedTests: await theirs.failedTests(passed.id),
      testRunners: await theirs.testRunners(passed.id),
      history: await theirs.history(passed.id),
      projects: (await theirs.projects()).map(({ key }) => key),
      project: await theirs.project(shop),
      projectByKey: await theirs.projectByKey('shop'),
      projectTests: await theirs.projectTests(shop, { quarantinedOnly: false }),
      projectTest: await theirs.projectTest(shop, removes),
      buildPage: (await theirs.buildPage(shop, { offset: 0, limit: 10 })).builds[0],
      build: await theirs.build(shop, 'build-1' as BuildId),
      projectStats: await theirs.projectStats(shop, new Date()),
      deployPage: (await theirs.deployPage({ projectId: shop, offset: 0, limit: 10 })).deploys[0],
      latestDeploy: await theirs.latestDeploy(shop, staging),
      deploysOfRun: await theirs.deploysOfRun(passed.id),
      testSuites: (await theirs.testSuites()).map(({ id }) => id)[0],
      testSuite: await theirs.testSuite(shop, smoke),
      environments: (await theirs.environments()).map(({ view }) => view.key),
      environment: await theirs.environment(staging),
      environmentByKey: await theirs.environmentByKey('staging'),
      pipelineStages: (await theirs.pipelineStages()).map(({ name }) => name),
      pipelineStage: await theirs.pipelineStage(integration),
      stagesOfPool: (await theirs.stagesOfPool(largePool))[0],
      runnerPools: (await theirs.runnerPools()).map(({ name }) => name),
      runnerPool: await theirs.runnerPool(largePool),
      environmentsOfStage: (await theirs.environmentsOfStage(integration))[0],
      auditTrail: (await theirs.auditTrail(`pipelineStage-${integration}`))[0],
      agents: (await theirs.agents()).map(({ id }) => id),
    };
    const own: Partial<typeof seen> = {
      ...{ account: 'globex', projects: ['bank'], environments: ['vault'], pipelineStages: [], runnerPools: [] },
      testRunPage: [history.uploaded.testRunId, history.shown.id],
      agents: [agentId],
    };
    for (const [finder, found] of Object.entries(seen)) {
      expect([finder, found ?? null]).toEqual([finder, own[finder as keyof AccountReads] ?? null]);
    }
  });

  it('find the tests of an uploaded run, in pages, changed ones and one by one', async () => {
    const { testRunId } = history.uploaded;
    const namesOf = async (query: Parameters<AccountReads['testResults']>[1]) =>
      (await theirs.testResults(testRunId, query))?.tests.map(({ name }) => name);
    expect(await namesOf(everyTest)).toEqual(['saves', 'lends']);
    expect(await namesOf({ offset: 0, limit: 1 })).toEqual(['saves']);
    expect(await namesOf({ offset: 1, limit: 1 })).toEqual(['lends']);
    expect(await namesOf({ offset: 2, limit: 1 })).toEqual([]);

    const [first, second] = (await theirs.testResults(testRunId, everyTest))?.tests ?? [];
    expect(first).toMatchObject({ status: 'FAIL', duration: 5, error: 'no', testRunnerId: null });
    expect(await namesOf({ ...everyTest, since: first?.position })).toEqual(['lends']);
    expect(await namesOf({ ...everyTest, since: second?.position })).toEqual([]);

    const { view } = (await theirs.testResult(testRunId, testId('lends'))) ?? {};
    expect(view).toMatchObject({ name: 'lends', status: 'PASS', flaky: true, attemptsDetail: [{}, { attempt: 2 }] });
    expect(await theirs.testResult(testRunId, testId('adds'))).toBeNull();
    expect(await mine.testResult(testRunId, testId('lends'))).toBeNull();
    expect((await models.flakyTests(testRunId)).map(({ name }) => name)).toEqual(['lends']);
  });

  it('list unfinished runs of every account for the automation', async () => {
    expect((await models.unfinishedRuns()).map(({ testRunId }) => testRunId)).toEqual([history.queued.id]);
  });

  it('find nothing of what is not there', async () => {
    const none = 'none' as TestRunId;
    expect(await mine.testRun(none)).toBeNull();
    expect(await mine.testResults(none, everyTest)).toBeNull();
    expect(await mine.history(none)).toBeNull();
  });
});
