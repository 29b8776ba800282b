import { findNamed, InvalidFields, namedThings } from '@assay/application';
import { type AccountId, type CriterionRule, completeRule, messages, type ShippedVersion } from '@assay/contract';
import type { Api } from '../api.ts';

type Stores = Pick<Api, 'eventLog' | 'owners'>;

/** @throws InvalidFields unless the account has the suite, plan and environment that a rule asks about, and its kind asks for them */
export async function requireRule(api: Stores, accountId: AccountId, rule: CriterionRule | null): Promise<void> {
  if (rule === null) return;
  const { kind, testSuiteId, testPlanId, issueQuery, environmentId, maxAgeHours, flakyPassesCount } =
    completeRule(rule);
  const isMixed =
    (testSuiteId !== null && kind !== 'runsPass') ||
    (testPlanId !== null && kind !== 'planPasses') ||
    (issueQuery !== null && kind !== 'noOpenIssues') ||
    (environmentId !== null && (kind === 'planPasses' || kind === 'noOpenIssues')) ||
    (maxAgeHours !== null && kind === 'noOpenIssues') ||
    (!flakyPassesCount && kind !== 'runsPass' && kind !== 'planPasses');
  if (isMixed) throw new InvalidFields({ field: 'rule', message: messages.invalidValue });
  if (kind === 'noOpenIssues' && issueQuery === null)
    throw new InvalidFields({ field: 'rule', message: messages.blank });
  const [suite, plan, environment] = await Promise.all([
    testSuiteId && findNamed(api, namedThings.testSuite, accountId, testSuiteId),
    testPlanId && findNamed(api, namedThings.testPlan, accountId, testPlanId),
    environmentId && findNamed(api, namedThings.environment, accountId, environmentId),
  ]);
  if (testSuiteId && !suite) throw new InvalidFields({ field: 'rule', message: messages.selectTestSuite });
  if (kind === 'planPasses' && !plan) throw new InvalidFields({ field: 'rule', message: messages.selectTestPlan });
  if (environmentId && !environment) throw new InvalidFields({ field: 'rule', message: messages.noSuchEnvironment });
}

/**
 * @returns the versions, their commits in lower case
 * @throws InvalidFields unless the account has each of the projects
 */
export async function requireVersions(
  api: Stores,
  accountId: AccountId,
  ships: readonly ShippedVersion[],
): Promise<ShippedVersion[]> {
  const projects = await Promise.all(
    ships.map(({ projectId }) => findNamed(api, namedThings.project, accountId, projectId)),
  );
  if (projects.some((project) => project === null)) {
    throw new InvalidFields({ field: 'ships', message: messages.noSuchProject });
  }
  return ships.map(({ projectId, commit }) => ({ projectId, commit: commit.toLowerCase() }));
}
