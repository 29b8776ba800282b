import { type BuildId, noSsoRoles, noticeIdOf, testRunTestIdOf } from '@assay/contract';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import {
  ada,
  agentId,
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
} from '../../../test/support/recordedIds.ts';
import { firstRelease } from '../../../test/support/recordedReleases.ts';
import { problemOfPays } from '../../../test/support/recordedTalk.ts';
import { listedTest, testId } from '../../../test/support/runStory.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import type { AccountReads } from './index.ts';
import type { PeriodsQuery } from './runStats/foldRuns.ts';

describe('the read models of two accounts', () => {
  let recorded: RecordedReadModels;
  let history: RecordedHistory;
  let theirs: AccountReads;
  beforeAll(async () => {
    recorded = await startRecordedReadModels();
    ({ history, theirs } = recorded);
  });
  afterAll(() => recorded.stop());

  const everyRun = { offset: 0, limit: 100 };
  const everyTest = { offset: 0, limit: 100 };

  const everyRunOf = (project: string): PeriodsQuery => ({
    start: Date.now() - 3_600_000,
    end: Date.now() + 3_600_000,
    frequency: 'Daily',
    timeZone: 'UTC',
    project: [project],
    environment: undefined,
    branch: undefined,
    pipelineStage: undefined,
  });

  it('show nothing of an account to another one, whatever it asks for', async () => {
    const { passed } = history;
    const removes = testId('removes');
    const ofShop = { kind: 'is', field: 'project', values: ['shop'] } as const;
    const compared = { first: passed.id, second: history.failed.id, filter: null };
    const ofCommit = { projectId: shop, commit: 'abcdef0123', environmentIds: undefined, testSuiteIds: [] };
    const everyFact = { actions: null, actorId: null, from: null, to: null, before: null };
    const seen: Record<keyof AccountReads, unknown> = {
      accessFacts: (await theirs.accessFacts(everyFact, 10)).map(({ action, about }) => `${action} ${about}`),
      account: (await theirs.account())?.id,
      accountSetup: await theirs.accountSetup(),
      billing: await theirs.billing(),
      runsOfCommit: (await theirs.runsOfCommit(ofCommit)).runs,
      testRunPage: (await theirs.testRunPage(everyRun)).testRuns.map(({ id }) => id),
      testRunCountsBy: (await theirs.testRunCountsBy('project', {})).map(({ count }) => count),
      recentForEnvironments: (await theirs.recentForEnvironments({})).environments.flatMap(({ latest }) =>
        latest.map(({ run }) => run.id),
      ),
      testRun: await theirs.testRun(passed.id),
      foundTestRuns: (await theirs.foundTestRuns(['shop']))[0],
      foundTests: (await theirs.foundTests(['adds']))[0],
      openRunCount: await theirs.openRunCount(),
      runOutcomes: (await theirs.runOutcomes({}, 100)).map(({ status }) => status),
      openRunIds: await theirs.openRunIds(),
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
      newestCommits: [...(await theirs.newestCommits(everyRunOf(shop)))][0],
      usage: (await theirs.usage('UTC', new Date()))
        .flatMap(({ projects }) => projects)
        .find(({ projectId }) => projectId === shop),
      testingTime: (await theirs.testingTime(new Date())).expected,
      testingMinutes: await theirs.testingMinutes(),
      usageHistory: (await theirs.usageHistory(new Date())).months.map(({ peakRunners }) => peakRunners),
      flakyTestInfo: (await theirs.flakyTestInfo(everyRunOf(shop), new Date())).tests[0],
      testHistory: await theirs.testHistory(shop, removes),
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
      issueKeys: await theirs.issueKeys(shop, removes),
      endingQuarantines: (await theirs.endingQuarantines(ada, '2999-01-01T00:00:00.000Z'))[0],
      buildPage: (await theirs.buildPage(shop, { offset: 0, limit: 10 })).builds[0],
      build: await theirs.build(shop, 'build-1' as BuildId),
      buildNamed: await theirs.buildNamed(shop, '1.0'),
      projectStats: await theirs.projectStats(shop, new Date()),
      deployPage: (await theirs.deployPage({ projectId: shop, offset: 0, limit: 10 })).deploys[0],
      latestDeploy: await theirs.latestDeploy(shop, staging),
      lastDeploys: (await theirs.lastDeploys())[0],
      deploysOfRun: await theirs.deploysOfRun(passed.id),
      insights: (await theirs.insights(new Date())).map(({ subject }) => subject),
      flakyRulesFacts: await theirs.flakyRulesFacts(
        shop,
        { start: 0, end: Date.now() },
        {},
        new AbortController().signal,
      ),
      quarantineFacts: await theirs.quarantineFacts(shop, { start: 0, end: Date.now() }),
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
      runAnalysis: await theirs.runAnalysis(history.failed.id, null),
      failedAttempts: (
        await theirs.failedAttempts(history.failed.id, [testRunTestIdOf(history.failed.id, testId('pays'))])
      )[0],
      answerOfCause: await theirs.answerOfCause(history.failed.id, [problemOfPays]),
      pastFingerprints: (await theirs.pastFingerprints({ from: 1, to: 2, mostFailures: 10 })).split[0],
      fingerprintsOfCause: await theirs.fingerprintsOfCause(history.failed.id, {
        projectId: shop,
        problemId: problemOfPays,
      }),
      testAnalysis: await theirs.testAnalysis(history.failed.id, testId('pays'), null),
      knownTestAnswer: await theirs.knownTestAnswer('small-model', 'hash'),
      knownRunAnswer: await theirs.knownRunAnswer('small-model', 'hash'),
      aiQuota: (await theirs.aiQuota(new Date('2026-03-15'))).runAnalyses,
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
      staffAccess: (await theirs.staffAccess())[0],
      userRoles: (await theirs.userRoles()).map(({ user }) => user.id),
      failureOwners: await theirs.failureOwners(passed.id, 10),
      namedPeople: (await theirs.namedPeople()).map(({ userId }) => userId),
      ssoRoles: await theirs.ssoRoles(),
      retention: [...(await theirs.retention()).projectNames.values()],
      latestReleases: (await theirs.latestReleases(10))[0],
      releasePage: (await theirs.releasePage({ offset: 0, limit: 10 })).releases[0],
      release: await theirs.release(firstRelease),
      releaseCriteria: await theirs.releaseCriteria(firstRelease),
      openRules: [...(await theirs.openRules([firstRelease]))][0],
      lastGo: [...(await theirs.lastGo([shop], 'another' as typeof firstRelease))][0],
      criteriaTemplates: (await theirs.criteriaTemplates())[0],
      issuesAbout: (await theirs.issuesAbout({ projectId: shop, problemIds: [problemOfPays], testIds: [] }))[0],
      projectIssues: (await theirs.projectIssues(shop))[0],
      rootCauseIssues: await theirs.rootCauseIssues(problemOfPays),
      latestRunOfRootCause: await theirs.latestRunOfRootCause(problemOfPays),
      testRenames: await theirs.testRenames(shop, null),
      runsToCompare: await theirs.runsToCompare(passed.id),
      resultsOfTests: (await theirs.resultsOfTests(shop, [removes])).get(removes),
      resultsUnder: (await theirs.resultsUnder({ projectId: shop, renamedId: removes, ...listedTest('removes') }))[0],
    };
    const own: Partial<typeof seen> = {
      accessFacts: ['roleGranted BOB Tester'],
      account: 'globex',
      accountSetup: { steps: [], setupComplete: true },
      billing: { customerId: null, subscription: null },
      projects: ['bank'],
      environments: ['vault'],
      pipelineStages: [],
      runnerPools: [],
      runsOfCommit: [],
      testRunPage: [history.copied.id, history.uploaded.testRunId, history.shown.id],
      testRunCountsBy: [3],
      recentForEnvironments: [history.copied.id],
      openRunCount: 0,
      runOutcomes: ['FAIL', 'FAIL', 'PASS'],
      openRunIds: [],
      comparison: 'notFound',
      comparedTests: 'notFound',
      testRunInfo: 0,
      testInfo: 0,
      testingTime: 0,
      testingMinutes: 0,
      usageHistory: [1],
      agents: [agentId],
      invitations: [],
      teams: [],
      userRoles: [bob],
      namedPeople: [bob],
      ssoRoles: noSsoRoles,
      retention: ['The bank'],
      insights: ['bank-id.lends', 'bank-id.wobbles'],
    };
    for (const [finder, found] of Object.entries(seen)) {
      expect([finder, found ?? null]).toEqual([finder, own[finder as keyof AccountReads] ?? null]);
    }
  });
});
