import type { CriterionRuleKind, ReleaseCriterionView } from '@assay/contract';

type Named = Pick<
  NonNullable<ReleaseCriterionView['rule']>,
  'kind' | 'testSuiteName' | 'testPlanName' | 'issueQuery' | 'environmentName' | 'maxAgeHours' | 'flakyPassesCount'
>;

/** What the rules of each kind ask for, as forms name it. */
export const ruleKindTexts: Record<CriterionRuleKind, string> = {
  runsPass: 'Runs passed',
  planPasses: 'A test plan passed',
  nothingNewlyFlaky: 'No test has become flaky',
  noOpenIssues: 'No Jira issue is open',
};

/** @returns what a rule asks for, in words. */
export function ruleText(rule: Named): string {
  const { environmentName, maxAgeHours } = rule;
  const where = environmentName === null ? [] : [`in ${environmentName}`];
  const when = maxAgeHours === null ? [] : [`at most ${maxAgeHours} h ago`];
  const how = rule.flakyPassesCount === false ? ['no flaky passes'] : [];
  return [whatOf(rule), ...where, ...when, ...how].join(' · ');
}

function whatOf({ kind, testSuiteName, testPlanName, issueQuery }: Named): string {
  switch (kind) {
    case 'planPasses':
      return `Latest run of ${testPlanName} on the shipped versions passed`;
    case 'nothingNewlyFlaky':
      return 'No test has become flaky since the last Go';
    case 'noOpenIssues':
      return `No open Jira issue of ${issueQuery}`;
    default:
      return testSuiteName === null ? 'Runs of the shipped versions passed' : `Latest run of ${testSuiteName} passed`;
  }
}
