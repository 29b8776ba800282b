import { AnswerCache, byEffort } from '@assay/concurrency';
import type {
  AccountId,
  DistributionCounts,
  ProjectId,
  TestDistributionAnalysis,
  TestDistributionRuleView,
  TestType,
} from '@assay/contract';
import type { Application } from '../application.ts';
import { distributedTests, type FoundTest, type Quarters, suitesOf } from './distributedTests.ts';

const dayMs = 86_400_000;

const countOf: Readonly<Record<TestType, keyof DistributionCounts>> = {
  UNIT: 'unitTestCount',
  INTEGRATION: 'integrationTestCount',
  END_TO_END: 'e2eTestCount',
};

function noCounts(): DistributionCounts {
  return { unitTestCount: 0, integrationTestCount: 0, e2eTestCount: 0, unmatchedTestCount: 0 };
}

function count(counts: DistributionCounts, byRule: Map<string, number>, { rule }: FoundTest): void {
  counts[rule ? countOf[rule.assignedTo] : 'unmatchedTestCount'] += 1;
  if (rule) byRule.set(rule.id, (byRule.get(rule.id) ?? 0) + 1);
}

function timesOf({ from, to }: { from: number; to: number }) {
  return { start: new Date(from * dayMs).toISOString(), end: new Date((to + 1) * dayMs).toISOString() };
}

/** How many tests of each type were run in a quarter and in the one before; each test counts once. */
async function analyzeDistribution(
  app: Application,
  accountId: AccountId,
  rules: readonly TestDistributionRuleView[],
  { quarters, projects }: { quarters: Quarters; projects: readonly ProjectId[] | undefined },
): Promise<TestDistributionAnalysis> {
  const [now, before] = [noCounts(), noCounts()];
  const [ruleNow, ruleBefore] = [new Map<string, number>(), new Map<string, number>()];
  for await (const found of distributedTests(app, accountId, rules, quarters, projects)) {
    if (found.now) count(now, ruleNow, found);
    if (found.before) count(before, ruleBefore, found);
  }
  return {
    ...timesOf(quarters.now),
    ...now,
    lastQuarter: { ...timesOf(quarters.before), ...before },
    rules: rules.map(({ id: ruleId }) => ({
      ruleId,
      testCount: ruleNow.get(ruleId) ?? 0,
      lastTestCount: ruleBefore.get(ruleId) ?? 0,
    })),
  };
}

/** @param projects only of these; undefined: of all */
export type DistributionsReader = (
  app: Application,
  accountId: AccountId,
  quarters: Quarters,
  projects: readonly ProjectId[] | undefined,
) => Promise<TestDistributionAnalysis>;

const maxAgeMs = 60_000;

/** Every test of the account is looked at, so what was counted by the same rules is kept for a while. */
export function openDistributions({ now = Date.now }: { now?: () => number } = {}): DistributionsReader {
  const answers = new AnswerCache({ now });
  return async (app, accountId, quarters, projects) => {
    const rules: TestDistributionRuleView[] = await app.readModels.of(accountId).testDistributionRules();
    const suites = [...(await suitesOf(app, accountId, rules))].map(([id, { settings }]) => [id, settings]);
    return answers.get(JSON.stringify([accountId, quarters, projects, rules, suites]), byEffort(maxAgeMs), () =>
      analyzeDistribution(app, accountId, rules, { quarters, projects }),
    );
  };
}
