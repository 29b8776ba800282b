import {
  type CriterionAnswer,
  type CriterionRule,
  completeRule,
  type GateAnswer,
  type GateEvidence,
  isSameCommit,
  limits,
  type ShippedVersion,
  type TestPlanRunView,
  type TestPlanSuiteResult,
} from '@assay/contract';
import { flakyText } from '../gate/gateAnswer.ts';
import { type Asked, hourMs, unanswered } from './askedRule.ts';

/** How many of a plan's newest runs are looked at for one of the shipped versions. */
const runsSearched = 50;

type Planned = { name: string; suiteIds: readonly string[]; flakyPassesCount: boolean };

/** Answers whether the newest run of a plan on the shipped versions passed as a whole. */
export async function answerOfPlan(
  rule: CriterionRule,
  { reads, release: { ships }, now }: Asked,
): Promise<CriterionAnswer> {
  const { testPlanId, maxAgeHours, flakyPassesCount } = completeRule(rule);
  const plan = testPlanId && (await reads.testPlan(testPlanId));
  if (!plan || plan.archived) return unanswered('The test plan was deleted');
  const suiteIds = plan.stages.flatMap(({ suites }) => suites.map(({ id }) => id));
  const page = await reads.testPlanRunPage({ testPlanId: plan.id, page: 1, limit: runsSearched });
  const newest = page.testPlanRuns.find((planRun) => isOfVersions(planRun, ships));
  const { position } = page;
  if (!newest) return { ...unanswered(`No run of ${plan.name} on the shipped versions`), position };
  const evidence = suitesOf(newest).map(evidenceOf).slice(0, limits.citedEvidence);
  const oldest = maxAgeHours === null ? Number.NEGATIVE_INFINITY : now - maxAgeHours * hourMs;
  return { ...judgedPlanRun(newest, { name: plan.name, suiteIds, flakyPassesCount }, oldest), evidence, position };
}

function suitesOf({ stages }: Pick<TestPlanRunView, 'stages'>): TestPlanSuiteResult[] {
  return stages.flatMap(({ suites }) => suites);
}

/** Whether what ran of shipped projects is what the release ships; suites whose turn did not come tell nothing. */
function isOfVersions(planRun: TestPlanRunView, ships: readonly ShippedVersion[]): boolean {
  const commitOf = new Map<string, string>(ships.map(({ projectId, commit }) => [projectId, commit]));
  const ran = suitesOf(planRun).flatMap(({ projectId, commit, testRunId }) => {
    const shipped = commitOf.get(projectId);
    return shipped === undefined || testRunId === null ? [] : [{ shipped, commit }];
  });
  return ran.length > 0 && ran.every(({ shipped, commit }) => commit !== null && isSameCommit(commit, shipped));
}

/**
 * @param plan as it is now
 * @param oldest when evidence has to have ended, in milliseconds since 1970
 */
function judgedPlanRun(
  planRun: TestPlanRunView,
  { name, suiteIds, flakyPassesCount }: Planned,
  oldest: number,
): { answer: GateAnswer; reason: string } {
  const { status, passed, completedAt } = planRun;
  const suites = suitesOf(planRun);
  if (status === 'Running') return { answer: 'pending', reason: `${name} is in progress` };
  if (status === 'Canceled') return { answer: 'noEvidence', reason: `${name} was stopped` };
  const ran = new Set<string>(suites.map(({ testPlanSuiteId }) => testPlanSuiteId));
  if (!passed) {
    const failed = suites.filter((suite) => suite.status !== 'pass').length;
    return { answer: 'notMet', reason: `${name} failed: ${failed} of ${suites.length} suites` };
  }
  if (!flakyPassesCount) {
    const flaky = suites.reduce((sum, { counts }) => sum + counts.flakyCount, 0);
    if (flaky > 0) return { answer: 'notMet', reason: `${name} passed, ${flakyText(flaky)}` };
    const rerun = suites.find(({ attempts }) => attempts.some((attempt) => attempt.status === 'fail'));
    if (rerun) return { answer: 'notMet', reason: `${name} passed, but ${rerun.testSuiteName} only in a rerun` };
  }
  if (suiteIds.some((id) => !ran.has(id))) {
    return { answer: 'noEvidence', reason: `${name} has other suites than at its run` };
  }
  if (completedAt === null || Date.parse(completedAt) < oldest) {
    return { answer: 'noEvidence', reason: `The run of ${name} is too old` };
  }
  return { answer: 'met', reason: `${name} passed: ${suites.length === 1 ? '1 suite' : `${suites.length} suites`}` };
}

const answerOfStatus: Record<TestPlanSuiteResult['status'], GateAnswer> = {
  pass: 'met',
  fail: 'notMet',
  error: 'notMet',
  canceled: 'noEvidence',
  skipped: 'noEvidence',
  pending: 'pending',
  running: 'pending',
};

function evidenceOf({ testSuiteName, environment, status, message, ...suite }: TestPlanSuiteResult): GateEvidence {
  return {
    title: testSuiteName,
    environmentName: environment || null,
    answer: answerOfStatus[status],
    reason: message ?? status,
    testRunId: suite.testRunId,
    number: suite.testRun?.number ?? null,
    endTime: suite.endedAt,
  };
}
