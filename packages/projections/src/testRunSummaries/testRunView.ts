import {
  countOf,
  displayOfStatus,
  isFinished,
  runnerOf,
  shownReviewStatus,
  type TestRunId,
  type TestRunView,
} from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import { testPlanRunIdOf, triggerIdOf } from '../actingThing.ts';
import type { Collections } from '../collections.ts';
import type { DeployDocument } from '../deploys/deploys.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { findUsualDuration } from './findUsualDuration.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** The few names that runs are shown with, and how long each usually takes. */
export type RunNames = Awaited<ReturnType<typeof runNamesOf>>;

/**
 * @param timed the runs whose usual duration is shown; finding it takes a query for each
 * @returns what it takes to show these runs besides their own documents
 */
export async function runNamesOf(
  collections: Collections,
  runs: readonly TestRunSummaryDocument[],
  timed: readonly TestRunSummaryDocument[] = runs,
) {
  const ids = <Id>(idOf: (run: TestRunSummaryDocument) => Id) => [...new Set(runs.map(idOf))];
  const parents = runs.flatMap(({ request }) => request.rerunOf?.testRunId ?? []);
  const projectIds = ids((run) => run.projectId);
  const stageIds = runs.flatMap(({ pipelineStageId }) => pipelineStageId ?? []);
  const suiteIds = runs.flatMap(({ testSuiteId }) => testSuiteId ?? []);
  const deployIds = runs.flatMap(({ request }) => request.deployId ?? []);
  const triggerIds = runs.flatMap(({ createdBy }) => triggerIdOf(createdBy) ?? []);
  const planRunIds = runs.flatMap(({ createdBy }) => testPlanRunIdOf(createdBy) ?? []);
  const [accounts, projects, environments, stages, actors, usual, parentRuns, suites, deploys, triggers, planRuns] =
    await Promise.all([
      collections.accounts.find({ _id: { $in: ids((run) => run.accountId) } }, { projection: { name: 1 } }).toArray(),
      collections.projects.find({ _id: { $in: projectIds } }).toArray(),
      collections.environments
        .find({ _id: { $in: ids((run) => run.environmentId) } }, { projection: { name: 1 } })
        .toArray(),
      collections.pipelineStages.find({ _id: { $in: [...new Set(stageIds)] } }, { projection: { name: 1 } }).toArray(),
      findActors(
        collections,
        runs.map(({ createdBy }) => createdBy),
      ),
      Promise.all(timed.map((run) => findUsualDuration(collections, run))),
      collections.testRunSummaries.find({ _id: { $in: parents } }, { projection: { 'request.number': 1 } }).toArray(),
      collections.testSuites.find({ _id: { $in: [...new Set(suiteIds)] } }, { projection: { name: 1 } }).toArray(),
      collections.deploys.find({ _id: { $in: [...new Set(deployIds)] } }).toArray(),
      collections.triggers.find({ _id: { $in: [...new Set(triggerIds)] } }, { projection: { name: 1 } }).toArray(),
      collections.testPlanRuns
        .find({ _id: { $in: [...new Set(planRunIds)] } }, { projection: { testPlanId: 1, name: 1 } })
        .toArray(),
    ]);
  return {
    accountNameOf: new Map(accounts.map((account) => [account._id, account.name])),
    projectOf: new Map(projects.map((project) => [project._id, project])),
    environmentOf: new Map(environments.map((environment) => [environment._id, environment])),
    stageNameOf: new Map(stages.map((stage) => [stage._id, stage.name])),
    suiteNameOf: new Map(suites.map((suite) => [suite._id, suite.name])),
    deployOf: new Map(deploys.map((deploy) => [deploy._id, shownDeploy(deploy)])),
    numberOf: new Map(parentRuns.map((run) => [run._id, run.request.number])),
    usualOf: new Map(timed.map(({ _id }, index) => [_id, usual[index] ?? null])),
    triggerNameOf: new Map(triggers.map((trigger) => [trigger._id, trigger.name])),
    planRunOf: new Map(planRuns.map((planRun) => [planRun._id, planRun])),
    actors,
  };
}

/** A run as lists and its page show it. */
export function testRunViewOf(run: TestRunSummaryDocument, names: RunNames): TestRunView {
  const { accountNameOf, projectOf, environmentOf, stageNameOf, suiteNameOf, deployOf, numberOf, usualOf, actors } =
    names;
  const { accountId, request, projectId, environmentId, pipelineStageId, testSuiteId, status, commit } = run;
  const project = projectOf.get(projectId);
  const { rerunOf, upload, build, deployId = null } = request;
  return {
    id: run.testRunId,
    number: request.number,
    status,
    statusDisplay: displayOfStatus(status),
    statusInfo: run.statusInfo,
    statusCode: run.statusCode,
    projectId,
    project: {
      id: projectId,
      key: project?.key ?? projectId,
      name: project?.name ?? projectId,
      testingFramework: project?.settings.testingFramework ?? 'Other',
      runner: project ? runnerOf(project.settings) : 'other',
    },
    environmentId,
    environmentName: environmentOf.get(environmentId)?.name ?? environmentId,
    pipelineStageId,
    pipelineStageName: pipelineStageId === null ? null : (stageNameOf.get(pipelineStageId) ?? pipelineStageId),
    runnerConfigurationId: null,
    runnerConfigurationName: null,
    testSuiteId,
    testSuiteName: testSuiteId === null ? null : (suiteNameOf.get(testSuiteId) ?? testSuiteId),
    branch: run.branch,
    commit,
    commitMessage: run.commitMessage,
    gitRef: commit ?? request.ref,
    createdAt: run.createdAt,
    createdBy: personOf(actors, run.createdBy),
    ...startedBy(run, names),
    startTime: run.startTime,
    endTime: run.endTime,
    calculatedDuration: run.durationMs,
    ...countsOf(run),
    ...runnersOf(run),
    copies: request.copies ?? 1,
    usualDuration: usualOf.get(run._id) ?? null,
    timeouts: { testTimeoutSeconds: request.testTimeoutSeconds, timeoutMinutes: request.timeoutMinutes },
    ignoreQuarantine: request.ignoreQuarantine,
    recordVideo: request.recordVideo,
    retryFailedTests: request.retryFailedTests,
    playwrightProject: request.playwrightProject,
    includeTags: request.includeTags,
    excludedTags: request.excludedTags,
    testFilters: request.testFilters,
    defaultToParallelizeByFile: request.parallelizeByFile,
    priority: request.priority,
    build: build ? { id: build.buildId, name: build.name } : null,
    deployId,
    deploy: deployId === null ? null : (deployOf.get(deployId) ?? null),
    upload: upload && {
      files: upload.files.map(({ name, size }) => ({ name, size })),
      notes: upload.notes ?? [],
    },
    rerunOf: rerunOf && {
      ...rerunOf,
      number: numberOf.get(rerunOf.testRunId) ?? null,
      firstTestRunId: firstRunOf(rerunOf),
    },
    triggeredTestRunId: rerunOf?.testRunId ?? null,
    ...shownReview(run),
    account: { id: accountId, name: accountNameOf.get(accountId) ?? accountId },
    position: run.position,
    revision: String(run.revision),
  };
}

/** A trigger or a test plan that started the run by itself. */
function startedBy({ createdBy }: TestRunSummaryDocument, { triggerNameOf, planRunOf }: RunNames) {
  const [triggerId, planRunId] = [triggerIdOf(createdBy), testPlanRunIdOf(createdBy)];
  const planRun = planRunId === null ? undefined : planRunOf.get(planRunId);
  return {
    trigger: triggerId && { id: triggerId, name: triggerNameOf.get(triggerId) ?? triggerId },
    testPlanRun: planRunId && planRun ? { id: planRunId, testPlanId: planRun.testPlanId, name: planRun.name } : null,
  };
}

/** Counts of tests by their results; quarantined tests are left out unless the run ignores quarantine. */
export function countsOf(run: TestRunSummaryDocument) {
  const { totals, totalCount, quarantineTotalCount, runningCount } = run;
  const inProgress = !isFinished(run.status);
  const quarantinedDone = totals.quarantinedPassed + totals.quarantinedFailed + totals.quarantinedOther;
  const remaining = Math.max(0, totalCount - countOf(totals));
  const testCount = totalCount - quarantineTotalCount;
  return {
    nothingCouldPass: run.status === 'PASS' && totalCount > 0 && totals.ignored === testCount,
    totalCount,
    testCount,
    passCount: totals.passed,
    failCount: totals.failed,
    ignoredCount: totals.ignored,
    // Tests that an ended run did not reach count as not run, if they count at all.
    notRunCount: totals.notRun + (inProgress ? 0 : Math.max(0, remaining - (quarantineTotalCount - quarantinedDone))),
    flakyCount: totals.flaky,
    runningCount,
    remainingTests: inProgress ? remaining : 0,
    quarantineTotalCount,
    quarantineFailCount: totals.quarantinedFailed,
    quarantineTotalTestingTime: totals.quarantinedDurationMs,
    totalTestingTime: totals.durationMs + totals.quarantinedDurationMs,
  };
}

function runnersOf(run: TestRunSummaryDocument) {
  const inProgress = !isFinished(run.status);
  const { runners, busyRunners } = run;
  const current = inProgress ? Math.min(busyRunners, runners) : 0;
  return {
    maxRunners: run.request.maxRunners,
    nonExitedRunners: runners,
    currentRunnerCount: current,
    idleRunnerCount: inProgress ? Math.max(0, runners - current) : 0,
    runnersNeeded: inProgress ? Math.max(0, usefulRunnersOf(run) - runners) : 0,
    remainingMessages: remainingUnitsOf(run),
  };
}

/** As many as it asked for, but no more than there are units once its tests are planned. */
function usefulRunnersOf({ status, openUnits, request: { maxRunners } }: TestRunSummaryDocument): number {
  return status === 'RUNNING' && openUnits ? Math.min(maxRunners, openUnits) : maxRunners;
}

/** Before its tests are known, a run still has its set-up to do; an ended run has nothing left to do. */
function remainingUnitsOf({ status, openUnits }: TestRunSummaryDocument): number {
  if (isFinished(status)) return 0;
  return status === 'RUNNING' || status === 'TEAR_DOWN' ? (openUnits ?? 0) : 1;
}

/** The run that a chain of reruns began with; events older than `firstTestRunId` have only the parent. */
export function firstRunOf(rerunOf: NonNullable<TestRunCreated['rerunOf']>): TestRunId {
  return rerunOf.firstTestRunId ?? rerunOf.testRunId;
}

/** Nothing is left to review of a canceled run. */
function shownReview({ status, review }: TestRunSummaryDocument) {
  const isCanceled = status === 'CANCELED';
  return {
    reviewerUserId: review.userId,
    reviewStatusId: isCanceled ? null : shownReviewStatus(review.status, status === 'FAIL'),
    reviewRevision: String(review.changes),
  };
}

function shownDeploy({ deploy, createdAt }: DeployDocument): TestRunView['deploy'] {
  const { projectId, branch, commit, buildName } = deploy;
  return { projectId, branch, commit, buildName, createdAt };
}
