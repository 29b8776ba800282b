import { type BuildId, noSsoRoles, noticeIdOf, type TestRunId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import {
  ada,
  agentId,
  bank,
  bob,
  delivery,
  failingAlert,
  gate,
  gateRun,
  integration,
  largePool,
  nightly,
  runOfGate,
  shop,
  smoke,
  staging,
  vault,
} from '../../../test/support/recordedIds.ts';
import { problemOfPays } from '../../../test/support/recordedTalk.ts';
import { testId } from '../../../test/support/runStory.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import { type AccountReads, type ReadModels, replayedEvents } from './index.ts';
import type { ReadModelDocument } from './projection.ts';
import { projections } from './projections.ts';
import type { PeriodsQuery } from './runStats/runStatsReads.ts';

describe('the read models', () => {
  let recorded: RecordedReadModels;
  let history: RecordedHistory;
  let models: ReadModels;
  let mine: AccountReads;
  let theirs: AccountReads;
  beforeAll(async () => {
    recorded = await startRecordedReadModels();
    ({ history, models, mine, theirs } = recorded);
  });
  afterAll(() => recorded.stop());

  const everyRun = { offset: 0, limit: 100 };
  const numbersOf = async (query: Partial<Parameters<AccountReads['testRunPage']>[0]>) =>
    (await mine.testRunPage({ ...everyRun, ...query })).testRuns.map(({ number }) => number);
  const everyTest = { offset: 0, limit: 100 };

  const everyRunOf = (project: string): PeriodsQuery => ({
    start: Date.now() - 3_600_000,
    end: Date.now() + 3_600_000,
    frequency: 'Daily',
    timeZone: 'UTC',
    project: [project],
    ...{ environment: undefined, branch: undefined, pipelineStage: undefined },
  });

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

  it.each([
    [['#4'], [4]],
    [['quick'], [4]],
    [['FEATURE'], [2]],
    [['shop', '5'], [5]],
    [
      ['staging', 'web'],
      [7, 6, 5, 4, 3, 2, 1],
    ],
    [['feature', '5'], []],
    [['fe.ture'], []],
  ])('search runs that have every word of %j in their number, branch or names', async (words, numbers) => {
    expect((await mine.foundTestRuns(words)).map(({ number }) => number)).toEqual(numbers);
    expect(await theirs.foundTestRuns(words)).toEqual([]);
  });

  it('show a run with the names that belong to it', async () => {
    expect(await mine.testRun(history.passed.id)).toMatchObject({
      number: 1,
      status: 'PASS',
      statusDisplay: 'Passed',
      commit: 'abcdef0123',
      gitRef: 'abcdef0123',
      project: { key: 'shop', name: 'Web shop', testingFramework: 'Playwright', runner: 'other' },
      environmentName: 'The staging',
      createdBy: { fullName: 'ADA Tester', email: 'ada@example.org' },
      totalCount: 6,
      testCount: 5,
      passCount: 4,
      failCount: 0,
      ignoredCount: 1,
      flakyCount: 1,
      notRunCount: 0,
      quarantineTotalCount: 1,
      quarantineFailCount: 1,
      runningCount: 0,
      remainingTests: 0,
      nonExitedRunners: 0,
    });
  });

  it('compare how long a run took with complete runs of the same tests before it, or with none', async () => {
    const { testRuns } = await mine.testRunPage(everyRun);
    const usually = Object.fromEntries(testRuns.map(({ number, usualDuration }) => [number, usualDuration]));
    const first = testRuns.find(({ number }) => number === 1)?.calculatedDuration;
    expect(first).toEqual(expect.any(Number));
    // 2 is on another branch, 3 reruns failed tests, 4 is of a suite, 5 to 7 repeat 1.
    expect(usually).toEqual({ 1: null, 2: first, 3: null, 4: null, 5: first, 6: first, 7: first });
    expect(await mine.testRun(history.queued.id)).toMatchObject({ usualDuration: first });
  });

  it('show which run a rerun belongs to', async () => {
    expect(await mine.testRun(history.rerun.id)).toMatchObject({
      status: 'PASS',
      rerunOf: { testRunId: history.failed.id, number: 2, kind: 'failed', firstTestRunId: history.failed.id },
    });
    const parents = async (id: TestRunId) =>
      (await mine.testResults(id, everyTest))?.tests.map(({ parentId }) => parentId);
    expect(await parents(history.rerun.id)).toEqual([`${history.failed.id}.removes`, `${history.failed.id}.pays`]);
    expect(await parents(history.passed.id)).toEqual(Array(6).fill(null));
  });

  it("show a run's runners and its history, newest first", async () => {
    expect(await mine.testRunners(history.passed.id)).toMatchObject([
      { status: 'Exited', testsRun: 1, agentName: 'machine of agent-1' },
      { status: 'Exited', testsRun: 5 },
    ]);
    const items = (await mine.history(history.rerun.id)) ?? [];
    expect(items.map(({ updatedValue }) => updatedValue)).toEqual([
      'Passed',
      'Failed',
      'Tearing down',
      'Running',
      'Setting up',
      'Submitted',
      'Queued',
    ]);
    expect(items[0]).toMatchObject({ userName: 'ADA Tester', userEmail: 'ada@example.org' });
    expect(items[1]).toMatchObject({ userName: null, userEmail: null });
  });

  it('show nothing of an account to another one, whatever it asks for', async () => {
    const { passed } = history;
    const removes = testId('removes');
    const ofShop = { kind: 'is', field: 'project', values: ['shop'] } as const;
    const compared = { first: passed.id, second: history.failed.id, filter: null };
    const everyFact = { actions: null, actorId: null, from: null, to: null, before: null };
    const seen: Record<keyof AccountReads, unknown> = {
      accessFacts: (await theirs.accessFacts(everyFact, 10)).map(({ action, about }) => `${action} ${about}`),
      account: (await theirs.account())?.id,
      accountSetup: await theirs.accountSetup(),
      testRunPage: (await theirs.testRunPage(everyRun)).testRuns.map(({ id }) => id),
      recentForEnvironments: (await theirs.recentForEnvironments({})).environments.flatMap(({ latest }) =>
        latest.map(({ run }) => run.id),
      ),
      testRun: await theirs.testRun(passed.id),
      foundTestRuns: (await theirs.foundTestRuns(['shop']))[0],
      foundTests: (await theirs.foundTests(['adds']))[0],
      openRunCount: await theirs.openRunCount(),
      comparison: await theirs.comparison(compared),
      comparedTests: await theirs.comparedTests(compared, {
        ...everyTest,
        group: 'fixed',
        folded: false,
        problemId: null,
      }),
      tqlResults: (await theirs.tqlResults({ where: ofShop, orderBy: [], limit: null })).results[0],
      testRunInfo: (await theirs.testRunInfo(everyRunOf(shop))).all.runs,
      testInfo: (await theirs.testInfo(everyRunOf(shop))).all.results,
      usage: (await theirs.usage('UTC', new Date()))
        .flatMap(({ projects }) => projects)
        .find(({ projectId }) => projectId === shop),
      testingMinutes: await theirs.testingMinutes(),
      flakyTestInfo: (await theirs.flakyTestInfo(everyRunOf(shop), new Date())).tests[0],
      testResults: await theirs.testResults(passed.id, everyTest),
      testResult: await theirs.testResult(passed.id, removes),
      failedTests: await theirs.failedTests(passed.id),
      missingTests: await theirs.missingTests(passed.id, [removes]),
      testList: await theirs.testList(passed.id, { offset: 0, limit: 10 }),
      testRunners: await theirs.testRunners(passed.id),
      expiredDetails: (await theirs.expiredDetails(history.failed.id)).logs,
      replay: await theirs.replay(passed.id),
      history: await theirs.history(passed.id),
      testRunFollowers: (await theirs.testRunFollowers(passed.id))[0],
      firstFailures: (await theirs.firstFailures(history.failed.id, 3))[0],
      notices: (await theirs.notices(ada, { offset: 0, limit: 10 })).notices[0],
      notice: await theirs.notice(noticeIdOf(passed.id, ada)),
      unreadNotices: (await theirs.unreadNotices(ada, 10))[0],
      testRunMessages: await theirs.testRunMessages(passed.id, everyTest),
      projects: (await theirs.projects()).map(({ key }) => key),
      project: await theirs.project(shop),
      projectByKey: await theirs.projectByKey('shop'),
      projectTests: await theirs.projectTests(shop, { quarantinedOnly: false }),
      projectTest: await theirs.projectTest(shop, removes),
      endingQuarantines: (await theirs.endingQuarantines(ada, '2999-01-01T00:00:00.000Z'))[0],
      buildPage: (await theirs.buildPage(shop, { offset: 0, limit: 10 })).builds[0],
      build: await theirs.build(shop, 'build-1' as BuildId),
      projectStats: await theirs.projectStats(shop, new Date()),
      deployPage: (await theirs.deployPage({ projectId: shop, offset: 0, limit: 10 })).deploys[0],
      latestDeploy: await theirs.latestDeploy(shop, staging),
      deploysOfRun: await theirs.deploysOfRun(passed.id),
      insights: (await theirs.insights(new Date())).map(({ subject }) => subject),
      slowerTestInfo: (await theirs.slowerTestInfo(everyRunOf(shop))).tests[0],
      insightMarks: (await theirs.insightMarks(ada))[0],
      testDistributionRules: (await theirs.testDistributionRules()).map(({ projectName }) => projectName)[0],
      testsRun: (await (await theirs.testsRun([shop])).next()).value,
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
      invitations: (await theirs.invitations()).map(({ email }) => email),
      reviewable: await theirs.reviewable(passed.id, []),
      heldReviews: (await theirs.heldReviews(bob)).get(passed.id),
      problem: await theirs.problem(shop, problemOfPays),
      ownedProblems: (await theirs.ownedProblems(ada))[0],
      myWork: (await theirs.myWork(bob, { offset: 0, limit: 10 })).items[0],
      teams: (await theirs.teams()).map(({ name }) => name),
      alerts: (await theirs.alerts())[0],
      alert: await theirs.alert(failingAlert),
      activeAlerts: (await theirs.activeAlerts())[0],
      alertedRuns: (await theirs.alertedRuns({ from: '', limit: 10, fits: ({ projectId }) => projectId === shop }))
        .runs[0],
      authorizations: (await theirs.authorizations())[0],
      deployKeys: (await theirs.deployKeys())[0],
      alertedRun: await theirs.alertedRun(history.failed.id),
      triggers: (await theirs.triggers(new Date()))[0],
      trigger: await theirs.trigger(nightly, new Date()),
      testPlans: (await theirs.testPlans())[0],
      testPlan: await theirs.testPlan(gate),
      testPlanRunPage: (await theirs.testPlanRunPage({ testPlanId: gate, page: 1, limit: 10 })).testPlanRuns[0],
      testPlanRun: await theirs.testPlanRun({ testPlanId: gate, testPlanRunId: gateRun }),
      planRunOf: await theirs.planRunOf(runOfGate),
      triggersOnDeploy: (await theirs.triggersOnDeploy(shop))[0],
      workflows: (await theirs.workflows())[0],
      workflow: await theirs.workflow(delivery),
      userRoles: (await theirs.userRoles()).map(({ user }) => user.id),
      ssoRoles: await theirs.ssoRoles(),
      retention: [...(await theirs.retention()).projectNames.values()],
    };
    const own: Partial<typeof seen> = {
      accessFacts: ['roleGranted BOB Tester'],
      account: 'globex',
      accountSetup: { steps: [], setupComplete: true },
      projects: ['bank'],
      environments: ['vault'],
      pipelineStages: [],
      runnerPools: [],
      testRunPage: [history.copied.id, history.uploaded.testRunId, history.shown.id],
      recentForEnvironments: [history.copied.id],
      openRunCount: 0,
      comparison: 'notFound',
      comparedTests: 'notFound',
      testRunInfo: 0,
      testInfo: 0,
      testingMinutes: 0,
      agents: [agentId],
      invitations: [],
      teams: [],
      userRoles: [bob],
      ssoRoles: noSsoRoles,
      retention: ['The bank'],
      insights: ['bank-id.lends', 'bank-id.wobbles'],
    };
    for (const [finder, found] of Object.entries(seen)) {
      expect([finder, found ?? null]).toEqual([finder, own[finder as keyof AccountReads] ?? null]);
    }
  });

  it('are what the replay of each run ends with, field by field', async () => {
    const { eventLog, readModelDb } = recorded.stores;
    const documentsOf = async ({ name, version }: { name: string; version: number }, testRunId: TestRunId) => {
      const collection = readModelDb.collection<ReadModelDocument>(`${name}_v${version}`);
      const documents = await collection.find({ testRunId }).toArray();
      return new Map(documents.map((document) => [document._id, document]));
    };
    const events: RecordedEvent[] = [];
    for await (const batch of eventLog.readToEnd('start', [...replayedEvents, 'ReviewerAssigned', 'ReviewStatusSet']))
      events.push(...batch.events);
    const { testRuns } = await mine.testRunPage(everyRun);
    for (const { id, status } of testRuns) {
      const fold = (await mine.replay(id))?.open();
      for (const event of events) if ('testRunId' in event.data && event.data.testRunId === id) fold?.apply(event);
      expect([id, status, fold?.summaries]).toEqual([id, status, await documentsOf(projections.testRunSummaries, id)]);
      expect(fold?.details).toEqual(await documentsOf(projections.testRunDetails, id));
      expect(fold?.tests).toEqual(await documentsOf(projections.testRunTests, id));
    }
  });

  it('list unfinished runs of every account for the automation', async () => {
    expect((await models.unfinishedRuns()).map(({ testRunId }) => testRunId)).toEqual([history.queued.id]);
  });

  it('find nothing that does not exist', async () => {
    const none = 'none' as TestRunId;
    expect(await mine.testRun(none)).toBeNull();
    expect(await mine.testResults(none, everyTest)).toBeNull();
    expect(await mine.history(none)).toBeNull();
  });
});
