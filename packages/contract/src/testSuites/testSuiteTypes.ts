/** The suite types that users choose from. */
export const testSuiteTypes = [
  'Accessibility',
  'Acceptance',
  'BlackBox',
  'EndToEnd',
  'Functional',
  'Integration',
  'Load',
  'Performance',
  'Regression',
  'Security',
  'Smoke',
  'Stress',
  'System',
  'Unit',
  'WhiteBox',
  'Other',
] as const;
export type TestSuiteType = (typeof testSuiteTypes)[number];
