import type { TestDistributionRuleView } from '@assay/contract';
import type { AccountReader } from '../readers.ts';

/** The rules of the account in the order in which they are applied. */
async function findRules({ collections, accountId }: AccountReader): Promise<TestDistributionRuleView[]> {
  const found = await collections.testDistributionRules.findOne({ _id: accountId, accountId });
  const { rules = [], position, revision } = found ?? {};
  if (position === undefined) return [];
  const named = { accountId, archived: false };
  const [projects, suites] = await Promise.all([
    collections.projects.find(named, { projection: { name: 1 } }).toArray(),
    collections.testSuites.find(named, { projection: { name: 1 } }).toArray(),
  ]);
  const nameOf = (things: readonly { _id: string; name: string }[], id: string | null) =>
    things.find(({ _id }) => _id === id)?.name ?? null;
  return rules.map(({ ruleId: id, ...rule }) => ({
    id,
    ...rule,
    projectName: nameOf(projects, rule.projectId),
    testSuiteName: nameOf(suites, rule.testSuiteId),
    position,
    revision: String(revision),
  }));
}

export const testDistributionRuleReads = { testDistributionRules: findRules };
