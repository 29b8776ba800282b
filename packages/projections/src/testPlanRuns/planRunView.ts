import {
  hasPassed,
  nothingCouldPassText,
  type PersonView,
  type PlanStageStatus,
  type PlanSuiteStatus,
  shownProgress,
  type TestCounts,
  type TestPlanRunView,
  type TestPlanStageResult,
  type TestPlanSuiteResult,
} from '@assay/contract';
import type { Actor } from '@assay/event-log';
import { triggerIdOf } from '../actingThing.ts';
import { countsOf } from '../testRunSummaries/runCounts.ts';
import type { PlanRunNames } from './planRunNames.ts';
import { ranFor } from './ranFor.ts';
import type { PlanSuiteAttemptRecord, PlanSuiteRecord, TestPlanRunDocument } from './testPlanRuns.ts';

type PlannedStage = TestPlanRunDocument['stages'][number];
type PlannedSuite = PlannedStage['suites'][number];
type Shown = { status: PlanStageStatus; suites: PlanSuiteStatus[] };

const noCounts: TestCounts = {
  testCount: 0,
  passCount: 0,
  flakyCount: 0,
  failCount: 0,
  ignoredCount: 0,
  notRunCount: 0,
  runningCount: 0,
  remainingTests: 0,
};

function added(one: TestCounts, other: TestCounts): TestCounts {
  const sum = { ...one };
  for (const name of Object.keys(noCounts) as (keyof TestCounts)[]) sum[name] += other[name];
  return sum;
}

function testCountsOf(run: Parameters<typeof countsOf>[0] | undefined): TestCounts {
  if (!run) return noCounts;
  const counts = countsOf(run);
  const { testCount, passCount, flakyCount, failCount, ignoredCount, notRunCount, runningCount, remainingTests } =
    counts;
  return { testCount, passCount, flakyCount, failCount, ignoredCount, notRunCount, runningCount, remainingTests };
}

/** @returns milliseconds; null while one of the times is missing */
function between(from: string | null | undefined, to: string | null | undefined): number | null {
  return from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : null;
}

/** @returns the stage whose failure skipped the one at that place; null: Stop Run did, or nothing */
function skippedAfter(planRun: TestPlanRunDocument, at: number, shown: readonly Shown[]): string | null {
  if (shown[at]?.status !== 'skipped' || planRun.stages[at]?.settings.alwaysRun) return null;
  const isStopped = (suites: readonly PlanSuiteStatus[]) =>
    planRun.status === 'Canceled' && suites.includes('canceled');
  const failed = planRun.stages.filter((_, index) => {
    const before = shown[index];
    return index < at && before?.status === 'fail' && !isStopped(before.suites);
  });
  return failed.at(-1)?.settings.name ?? null;
}

/** What the suite is or was run on; the commit of a branch once it was found for the whole plan run. */
function versionOf({ commits }: TestPlanRunDocument, { projectId, source }: PlannedSuite, names: PlanRunNames) {
  const deploy = source?.deployId ? names.deploys.get(source.deployId) : undefined;
  const found = commits.find((each) => each.projectId === projectId && each.branch === source?.branch);
  return {
    buildId: source?.build?.buildId ?? null,
    build: source?.build?.name ?? deploy?.buildName ?? null,
    deployId: source?.deployId ?? null,
    branch: source?.branch ?? null,
    commit: source?.build ? source.build.commit : (source?.ref ?? found?.commit ?? null),
  };
}

function attemptViewOf(
  go: PlanSuiteAttemptRecord,
  { testRuns }: PlanRunNames,
): TestPlanSuiteResult['attempts'][number] {
  const { attempt, progress: status, testRunId, startedAt, endedAt, message } = go;
  const number = (testRunId && testRuns.get(testRunId)?.request.number) ?? null;
  return { attempt, status, testRunId, number, startedAt, endedAt, message };
}

function suiteViewOf(
  planRun: TestPlanRunDocument,
  planned: PlannedSuite,
  record: PlanSuiteRecord,
  status: PlanSuiteStatus,
  names: PlanRunNames,
): TestPlanSuiteResult {
  const { testPlanSuiteId, projectId, testSuiteId, environmentKey } = planned;
  const project = names.projects.get(projectId);
  // One that is to be run again has no result until then.
  const last = record.progress === 'pending' ? undefined : record.attempts.at(-1);
  const testRun = last?.testRunId ? names.testRuns.get(last.testRunId) : undefined;
  const environmentId = testRun?.environmentId ?? planned.environmentId;
  const hasEnded = status !== 'pending' && status !== 'running' && status !== 'skipped';
  return {
    testPlanSuiteId,
    projectId,
    project: { id: projectId, key: project?.key ?? projectId, name: project?.name ?? projectId },
    testSuiteId,
    testSuiteName: names.suites.get(testSuiteId) ?? testSuiteId,
    status,
    isRunning: status === 'running',
    isError: status === 'error',
    isNotRun: status === 'skipped',
    message: last?.message ?? (testRun && countsOf(testRun).nothingCouldPass ? nothingCouldPassText : null),
    environmentId,
    environment: (environmentId && names.environments.get(environmentId)) ?? environmentKey ?? environmentId ?? '',
    ...versionOf(planRun, planned, names),
    testRunId: last?.testRunId ?? null,
    testRun: testRun
      ? {
          id: testRun.testRunId,
          number: testRun.request.number,
          status: testRun.status,
          statusInfo: testRun.statusInfo,
        }
      : null,
    counts: testCountsOf(testRun),
    startedAt: last?.startedAt ?? null,
    endedAt: last?.endedAt ?? null,
    duration: last?.message == null ? between(last?.startedAt, last?.endedAt) : null,
    attempts: record.attempts.map((go) => attemptViewOf(go, names)),
    canRerun: hasEnded && planRun.status !== 'Canceled',
  };
}

function stageViewOf(
  planRun: TestPlanRunDocument,
  at: number,
  shown: readonly Shown[],
  records: ReadonlyMap<string, PlanSuiteRecord>,
  names: PlanRunNames,
): TestPlanStageResult[] {
  const stage = planRun.stages[at];
  const own = shown[at];
  if (!stage || !own) return [];
  const suites = stage.suites.flatMap((planned, index) => {
    const record = records.get(planned.testPlanSuiteId);
    const status = own.suites[index];
    return record && status ? suiteViewOf(planRun, planned, record, status, names) : [];
  });
  const count = (...statuses: PlanSuiteStatus[]) => suites.filter(({ status }) => statuses.includes(status)).length;
  const isOpen = own.status === 'running' || own.status === 'pending';
  return [
    {
      testPlanStageId: stage.testPlanStageId,
      ...stage.settings,
      order: at + 1,
      status: own.status,
      total: suites.length,
      pass: count('pass'),
      fail: count('fail', 'canceled', 'error'),
      skipped: count('skipped'),
      skippedAfter: skippedAfter(planRun, at, shown),
      duration: isOpen ? null : ranFor(suites.filter(({ status }) => status !== 'error')),
      suites,
    },
  ];
}

/** @returns who it was, as lists show it: an e-mail address or a name, the name of a trigger or API key, or 'CLI' */
function shownActor(actor: Actor, { triggers, persons }: PlanRunNames, of: 'email' | 'fullName'): string {
  const triggerId = triggerIdOf(actor);
  if (triggerId !== null) return triggers.get(triggerId) ?? triggerId;
  const person = persons.get(actor.id);
  if (actor.kind === 'apiKey') return person?.fullName ?? 'CLI';
  return person?.[of] || person?.fullName || 'Assay';
}

function personIn({ persons }: PlanRunNames, actor: Actor): PersonView {
  return actor.kind === 'user' ? (persons.get(actor.id) ?? null) : null;
}

/** @returns how far each stage has come, as {@link shownProgress} and the verdict take it */
export function progressOf({ stages, suites }: Pick<TestPlanRunDocument, 'stages' | 'suites'>) {
  const progress = new Map(suites.map((suite) => [suite.testPlanSuiteId, suite.progress]));
  return stages.map((stage) => ({
    ...stage.settings,
    suites: stage.suites.map(({ testPlanSuiteId }) => progress.get(testPlanSuiteId) ?? ('pending' as const)),
  }));
}

/** @returns whether all stages passed; null: it has not completed */
export function verdictOf(planRun: Pick<TestPlanRunDocument, 'stages' | 'suites' | 'status'>): boolean | null {
  return planRun.status === 'completed' ? hasPassed(progressOf(planRun)) : null;
}

export function planRunViewOf(
  planRun: TestPlanRunDocument,
  names: PlanRunNames,
  usualDuration: number | null,
): TestPlanRunView {
  const { status, createdBy, canceledBy, triggerId } = planRun;
  const shown = shownProgress(progressOf(planRun), status);
  const records = new Map(planRun.suites.map((suite) => [suite.testPlanSuiteId as string, suite]));
  const stages = planRun.stages.flatMap((_, at) => stageViewOf(planRun, at, shown, records, names));
  const count = (wanted: PlanStageStatus) => stages.filter((stage) => stage.status === wanted).length;
  return {
    id: planRun.testPlanRunId,
    testPlanId: planRun.testPlanId,
    testPlanName: planRun.name,
    status,
    passed: verdictOf(planRun),
    createdAt: planRun.createdAt,
    createdBy: personIn(names, createdBy),
    trigger: triggerId && { id: triggerId, name: names.triggers.get(triggerId) ?? triggerId },
    startedBy: triggerId ? (names.triggers.get(triggerId) ?? triggerId) : shownActor(createdBy, names, 'fullName'),
    completedAt: planRun.completedAt,
    duration: status === 'Running' ? null : planRun.ranMs,
    usualDuration,
    statusUpdatedBy: canceledBy && personIn(names, canceledBy),
    canceledBy: canceledBy && shownActor(canceledBy, names, 'email'),
    totals: stages.flatMap(({ suites }) => suites.map(({ counts }) => counts)).reduce(added, noCounts),
    stageTotals: { total: stages.length, pass: count('pass'), fail: count('fail'), skipped: count('skipped') },
    stages,
    position: planRun.position,
    revision: String(planRun.revision),
  };
}
