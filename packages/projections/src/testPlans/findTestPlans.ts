import {
  type AccountId,
  byName,
  fieldsIn,
  limits,
  type PlanStage,
  type PlanSuite,
  type TestPlanDetailView,
  type TestPlanId,
  type TestPlanSuiteView,
  type TestPlanView,
  testPlanFields,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { medianOf } from '../median.ts';
import { verdictOf } from '../testPlanRuns/planRunView.ts';
import type { PlanSuiteAttemptRecord, TestPlanRunDocument } from '../testPlanRuns/testPlanRuns.ts';
import { type PlanSuiteNames, planSuiteNamesOf, planSuiteViewOf } from './planSuiteView.ts';
import type { TestPlanDocument } from './testPlans.ts';

type LastRun = Pick<TestPlanRunDocument, '_id' | 'testPlanRunId' | 'status' | 'stages' | 'suites'>;

async function lastRunsOf(collections: Collections, plans: readonly TestPlanDocument[]): Promise<Map<string, LastRun>> {
  const ids = plans.flatMap(({ lastRun }) => lastRun?.testPlanRunId ?? []);
  const found = await collections.testPlanRuns.find({ _id: { $in: ids } }).toArray();
  return new Map(found.map((planRun) => [planRun._id, planRun]));
}

function viewOf(plan: TestPlanDocument, lastRuns: ReadonlyMap<string, LastRun>): TestPlanView {
  const lastRun = plan.lastRun === null ? undefined : lastRuns.get(plan.lastRun.testPlanRunId);
  return {
    id: plan.testPlanId,
    ...fieldsIn(testPlanFields, plan),
    archived: plan.archived,
    createdAt: plan.createdAt,
    lastExecutedAt: plan.lastRun?.at ?? null,
    hasTestSuites: plan.suiteCount > 0,
    stageCount: plan.stages.length,
    suiteCount: plan.suiteCount,
    lastRun: lastRun ? { id: lastRun.testPlanRunId, status: lastRun.status, passed: verdictOf(lastRun) } : null,
    position: plan.position,
    revision: String(plan.revision),
  };
}

/** Plans in use, by name. */
export async function findTestPlans(collections: Collections, accountId: AccountId): Promise<TestPlanView[]> {
  const found = (await collections.testPlans.find({ accountId, archived: false }).toArray()).sort(byName);
  const lastRuns = await lastRunsOf(collections, found);
  return found.map((plan) => viewOf(plan, lastRuns));
}

type Results = Pick<TestPlanSuiteView, 'lastResult' | 'usualDuration'>;
type Go = PlanSuiteAttemptRecord & Pick<TestPlanRunDocument, 'testPlanRunId'>;

/** @param planRuns the last ones of the plan, newest first */
function resultsOf(planRuns: readonly TestPlanRunDocument[], { testPlanSuiteId }: PlanSuite): Results {
  const goes = planRuns.flatMap(({ testPlanRunId, suites }): Go[] => {
    const last = suites.find((suite) => suite.testPlanSuiteId === testPlanSuiteId)?.attempts.at(-1);
    return last ? [{ ...last, testPlanRunId }] : [];
  });
  const durations = goes.flatMap(({ startedAt, endedAt, message, progress }) =>
    endedAt === null || message !== null || progress === 'canceled' ? [] : Date.parse(endedAt) - Date.parse(startedAt),
  );
  const [last] = goes;
  return {
    lastResult: last
      ? {
          testPlanRunId: last.testPlanRunId,
          testRunId: last.testRunId,
          status: last.progress,
          at: last.endedAt ?? last.startedAt,
        }
      : null,
    usualDuration: medianOf(durations),
  };
}

/** @returns what a stage usually takes: its longest suite, or one after the other; null while nothing is known */
function usualOf(executionType: PlanStage['settings']['executionType'], suites: readonly Results[]): number | null {
  const known = suites.flatMap(({ usualDuration }) => usualDuration ?? []);
  if (known.length === 0) return null;
  return executionType === 'Parallel' ? Math.max(...known) : known.reduce((sum, ms) => sum + ms, 0);
}

function stageViewOf(
  { testPlanId }: TestPlanDocument,
  { testPlanStageId, settings, suites }: PlanStage,
  order: number,
  { names, planRuns }: { names: PlanSuiteNames; planRuns: readonly TestPlanRunDocument[] },
): TestPlanDetailView['stages'][number] {
  const views = suites.map((suite, index) => ({
    ...planSuiteViewOf(suite, { testPlanStageId, order: index + 1 }, names),
    ...resultsOf(planRuns, suite),
  }));
  return {
    id: testPlanStageId,
    testPlanId,
    order,
    archived: false,
    ...settings,
    suites: views,
    usualDuration: usualOf(settings.executionType, views),
  };
}

/** @returns the plan, even if it is archived; null when the account has no such plan */
export async function findTestPlan(
  collections: Collections,
  accountId: AccountId,
  testPlanId: TestPlanId,
): Promise<TestPlanDetailView | null> {
  const plan = await collections.testPlans.findOne({ _id: testPlanId, accountId });
  if (!plan) return null;
  const [lastRuns, names, planRuns] = await Promise.all([
    lastRunsOf(collections, [plan]),
    planSuiteNamesOf(
      collections,
      accountId,
      plan.stages.flatMap(({ suites }) => suites),
    ),
    collections.testPlanRuns
      .find({ accountId, testPlanId })
      .sort({ _id: -1 })
      .limit(limits.usualTestPlanRuns)
      .toArray(),
  ]);
  const stages = plan.stages.map((stage, index) => stageViewOf(plan, stage, index + 1, { names, planRuns }));
  return { ...viewOf(plan, lastRuns), stages };
}
