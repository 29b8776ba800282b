import type { ReleaseCriterionView } from '@assay/contract';

/** A rule that any run answers, as releases have it. */
export const runsRule: NonNullable<ReleaseCriterionView['rule']> = {
  kind: 'runsPass',
  testSuiteId: null,
  testSuiteName: null,
  testPlanName: null,
  environmentId: null,
  environmentName: null,
  maxAgeHours: null,
};
