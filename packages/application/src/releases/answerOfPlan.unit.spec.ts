import type { CriterionRule, TestPlanRunView, TestPlanSuiteResult } from '@assay/contract';
import { answerOfPlan } from './answerOfPlan.ts';
import type { Asked } from './askedRule.ts';

const commit = 'a'.repeat(40);
const now = Date.parse('2026-11-29T12:00:00Z');
const rule: CriterionRule = {
  kind: 'planPasses',
  testPlanId: 'plan' as never,
  testSuiteId: null,
  environmentId: null,
  maxAgeHours: null,
};
type Suite = { flakyCount?: number; attempts?: { status: string }[] };

/** Asks about the only run of a plan, which passed with these suites; the reads are fakes. */
async function ask(suites: readonly Suite[], change: Partial<CriterionRule> = {}): Promise<string> {
  const results = suites.map(({ flakyCount = 0, attempts = [{ status: 'pass' }] }, index) => ({
    testPlanSuiteId: `suite-${index}`,
    testSuiteName: index === 0 ? 'Smoke' : 'Slow',
    projectId: 'shop',
    status: 'pass',
    commit,
    testRunId: `run-${index}`,
    testRun: { number: index + 1 },
    counts: { flakyCount },
    attempts,
    environment: 'Staging',
    message: null,
    endedAt: '2026-11-29T11:00:00Z',
  })) as unknown as TestPlanSuiteResult[];
  const planRun = {
    status: 'Completed',
    passed: true,
    completedAt: '2026-11-29T11:00:00Z',
    stages: [{ suites: results }],
  } as unknown as TestPlanRunView;
  const plan = {
    id: 'plan',
    name: 'Night',
    archived: false,
    stages: [{ suites: results.map(({ testPlanSuiteId: id }) => ({ id })) }],
  };
  const reads = {
    testPlan: async () => plan,
    testPlanRunPage: async () => ({ testPlanRuns: [planRun], position: '7' }),
  };
  const release = { ships: [{ projectId: 'shop', commit }] };
  const { answer, reason } = await answerOfPlan({ ...rule, ...change }, { reads, release, now } as unknown as Asked);
  return `${answer}: ${reason}`;
}

describe('a criterion that asks for a test plan', () => {
  const retried = { flakyCount: 2 };
  const rerun = { attempts: [{ status: 'fail' }, { status: 'pass' }] };
  const strict = { flakyPassesCount: false };

  it.each([
    ['passes', [{}, {}], {}, 'met: Night passed: 2 suites'],
    ['passes after retries', [{}, retried], {}, 'met: Night passed: 2 suites'],
    ['passes after a rerun', [rerun], {}, 'met: Night passed: 1 suite'],
    ['passes, where flaky passes do not count', [{}, {}], strict, 'met: Night passed: 2 suites'],
    [
      'passes after retries, which do not count',
      [{}, retried],
      strict,
      'notMet: Night passed, but 2 tests only after a retry',
    ],
    [
      'passes after a rerun, which does not count',
      [{}, rerun],
      strict,
      'notMet: Night passed, but Slow only in a rerun',
    ],
  ])('answers for a plan that %s', async (_, suites: Suite[], change, expected) => {
    expect(await ask(suites, change)).toBe(expected);
  });
});
