/** How much of a product a test goes through. */
export const testTypes = ['UNIT', 'INTEGRATION', 'END_TO_END'] as const;
export type TestType = (typeof testTypes)[number];

export const testTypeLabels: Readonly<Record<TestType, string>> = {
  UNIT: 'Unit',
  INTEGRATION: 'Integration',
  END_TO_END: 'End-to-end',
};

/** What the patterns of a rule are compared with. */
export const distributionRuleTypes = ['FILE', 'NAME', 'TAG'] as const;
export type DistributionRuleType = (typeof distributionRuleTypes)[number];

export const distributionRuleTypeLabels: Readonly<Record<DistributionRuleType, string>> = {
  FILE: 'File',
  NAME: 'Test name',
  TAG: 'Tag',
};
