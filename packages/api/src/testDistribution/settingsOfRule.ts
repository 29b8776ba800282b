import type { TestDistributionRuleRequest, TestDistributionRuleSettings } from '@assay/contract';

/** @returns what a rule is by a request, in which fields may be left out */
export function settingsOfRule(request: TestDistributionRuleRequest): TestDistributionRuleSettings {
  const { ruleType, assignedTo, projectId = null, testSuiteId = null, includePatterns = [] } = request;
  return { ruleType, assignedTo, projectId, testSuiteId, includePatterns };
}
