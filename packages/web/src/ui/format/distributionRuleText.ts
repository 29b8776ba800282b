import { distributionRuleTypeLabels, type TestDistributionRuleView } from '@assay/contract';

type Rule = Pick<
  TestDistributionRuleView,
  'ruleType' | 'includePatterns' | 'projectId' | 'projectName' | 'testSuiteId' | 'testSuiteName'
>;

/** @returns which tests a rule is about: `File matches *.unit.spec.ts or test/*`, or `Every test` */
export function patternsText({ ruleType, includePatterns }: Rule): string {
  if (includePatterns.length === 0) return 'Every test';
  return `${distributionRuleTypeLabels[ruleType]} matches ${includePatterns.join(' or ')}`;
}

/** @returns where it looks: `Web shop · Smoke`; '' for everywhere */
export function scopeText({ projectId, projectName, testSuiteId, testSuiteName }: Rule): string {
  const project = projectId === null ? null : (projectName ?? 'A deleted project');
  const suite = testSuiteId === null ? null : (testSuiteName ?? 'A deleted suite');
  return [project, suite].filter((part) => part !== null).join(' · ');
}
