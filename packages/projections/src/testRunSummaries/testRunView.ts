import { isFinished, shownReviewStatus, type TestRunId, type TestRunView } from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import { testPlanRunIdOf, triggerIdOf } from '../actingThing.ts';
import type { Collections } from '../collections.ts';
import type { DeployDocument } from '../deploys/deploys.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { readAny } from '../readAny.ts';
import { recentRunNamesOf, recentRunOf } from './recentRunView.ts';
import { countsOf } from './runCounts.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** The few names that runs are shown with, and how long each usually takes. */
export type RunNames = Awaited<ReturnType<typeof runNamesOf>>;

/**
 * @param timed the runs whose usual duration is shown; finding it takes a query for each selection of tests
 * @returns what it takes to show these runs besides their own documents
 */
export async function runNamesOf(
  collections: Collections,
  runs: readonly TestRunSummaryDocument[],
  timed: readonly TestRunSummaryDocument[] = runs,
) {
  const parents = runs.flatMap(({ request }) => request.rerunOf?.testRunId ?? []);
  const accountIds = runs.map(({ accountId }) => accountId);
  const stageIds = runs.flatMap(({ pipelineStageId }) => pipelineStageId ?? []);
  const deployIds = runs.flatMap(({ request }) => request.deployId ?? []);
  const triggerIds = runs.flatMap(({ createdBy }) => triggerIdOf(createdBy) ?? []);
  const planRunIds = runs.flatMap(({ createdBy }) => testPlanRunIdOf(createdBy) ?? []);
  const environmentIds = runs.map(({ environmentId }) => environmentId);
  const { known } = collections;
  const [recent, accounts, stages, actors, parentRuns, deploys, triggers, planRuns] = await Promise.all([
    recentRunNamesOf(collections, known.all('environments', environmentIds), runs, timed),
    known.all('accounts', accountIds),
    known.all('pipelineStages', stageIds),
    findActors(
      collections,
      runs.map(({ createdBy }) => createdBy),
    ),
    readAny(parents, (ids) =>
      collections.testRunSummaries.find({ _id: { $in: ids } }, { projection: { 'request.number': 1 } }).toArray(),
    ),
    known.all('deploys', deployIds),
    known.all('triggers', triggerIds),
    known.all('testPlanRuns', planRunIds),
  ]);
  return {
    ...recent,
    accountNameOf: new Map(accounts.map((account) => [account._id, account.name])),
    stageNameOf: new Map(stages.map((stage) => [stage._id, stage.name])),
    deployOf: new Map(deploys.map((deploy) => [deploy._id, shownDeploy(deploy)])),
    numberOf: new Map(parentRuns.map((run) => [run._id, run.request.number])),
    triggerNameOf: new Map(triggers.map((trigger) => [trigger._id, trigger.name])),
    planRunOf: new Map(planRuns.map((planRun) => [planRun._id, planRun])),
    actors,
  };
}

/** A run as lists and its page show it. */
export function testRunViewOf(run: TestRunSummaryDocument, names: RunNames): TestRunView {
  const { accountNameOf, stageNameOf, deployOf, numberOf, actors } = names;
  const { accountId, request, pipelineStageId } = run;
  const { rerunOf, upload, deployId = null } = request;
  return {
    ...recentRunOf(run, names),
    statusCode: run.statusCode,
    pipelineStageId,
    pipelineStageName: pipelineStageId === null ? null : (stageNameOf.get(pipelineStageId) ?? pipelineStageId),
    runnerConfigurationId: null,
    runnerConfigurationName: null,
    commitMessage: run.commitMessage,
    createdBy: personOf(actors, run.createdBy),
    ...startedBy(run, names),
    ...countsOf(run),
    ...runnersOf(run),
    copies: request.copies ?? 1,
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
