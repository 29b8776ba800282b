import { type Static, Type } from 'typebox';
import { AsOf } from '../analytics/analyticsViews.ts';
import { formFields } from '../formFields.ts';
import { Nullable, Position, ProjectId, TestDistributionRuleId, TestId, TestRunId, TestSuiteId, Time } from '../ids.ts';
import { limits } from '../limits.ts';
import { pagingFields } from '../paging.ts';
import { distributionRuleTypes, testTypes } from './testTypes.ts';

const RuleFields = {
  orderToApply: Type.Integer({
    ...formFields.distributionRuleOrder,
    description: 'its place: the first rule that fits a test decides. Rules make room for one another',
  }),
  ruleType: Type.Enum([...distributionRuleTypes], { description: 'what the patterns are compared with' }),
  assignedTo: Type.Enum([...testTypes], { description: 'the type of the tests that the rule fits' }),
  projectId: Nullable(
    Type.Unsafe<ProjectId>({ ...ProjectId, description: 'only its tests; null: those of every project' }),
  ),
  testSuiteId: Nullable(
    Type.Unsafe<TestSuiteId>({
      ...TestSuiteId,
      description: 'only tests that it selects by tags and filters; null: all',
    }),
  ),
  includePatterns: Type.Array(Type.String(formFields.distributionPattern), {
    maxItems: limits.distributionPatterns,
    uniqueItems: true,
    description: 'the whole text fits one of them; `*` stands for any text, also with slashes. None: every test fits',
  }),
};

/** What a rule is, besides where it stands. */
export const TestDistributionRuleSettings = Type.Object((({ orderToApply: _, ...settings }) => settings)(RuleFields));
export type TestDistributionRuleSettings = Static<typeof TestDistributionRuleSettings>;

/** A whole rule; what is left out is emptied. */
export const TestDistributionRuleRequest = Type.Object(
  {
    ...RuleFields,
    projectId: Type.Optional(RuleFields.projectId),
    testSuiteId: Type.Optional(RuleFields.testSuiteId),
    includePatterns: Type.Optional(RuleFields.includePatterns),
  },
  { additionalProperties: false },
);
export type TestDistributionRuleRequest = Static<typeof TestDistributionRuleRequest>;

export const TestDistributionRuleView = Type.Object({
  id: TestDistributionRuleId,
  ...RuleFields,
  projectName: Nullable(Type.String({ description: 'null: any project, or one that was deleted' })),
  testSuiteName: Nullable(Type.String({ description: 'null: no suite, or one that was deleted' })),
  createdAt: Time,
  position: Position,
  revision: Type.String({
    description: 'of all rules together, as they have one order; send it back as If-Match to change what you have seen',
  }),
});
export type TestDistributionRuleView = Static<typeof TestDistributionRuleView>;

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

const TypeCounts = {
  unitTestCount: count(),
  integrationTestCount: count(),
  e2eTestCount: count(),
  unmatchedTestCount: count('tests that no rule fits'),
};

const DistributionPeriod = Type.Object({
  start: Time,
  end: Type.String({ ...Time, description: 'not included' }),
  ...TypeCounts,
});

/** How many different tests of each type were run, by the rules as they are now; each test counts once. */
export const TestDistributionAnalysis = Type.Object({
  ...DistributionPeriod.properties,
  lastQuarter: DistributionPeriod,
  rules: Type.Array(
    Type.Object({
      ruleId: TestDistributionRuleId,
      testCount: count('tests that it is the first to fit'),
      lastTestCount: count('in the quarter before'),
    }),
    { description: 'in their order' },
  ),
});
export type TestDistributionAnalysis = Static<typeof TestDistributionAnalysis>;
export type DistributionCounts = Pick<TestDistributionAnalysis, keyof typeof TypeCounts>;

const projectId = Type.Optional(
  Type.String({ maxLength: 4000, description: 'comma list of ids; all projects if empty' }),
);

const at = Type.Optional(
  Type.String({
    ...AsOf,
    description:
      'as of the end of that UTC day, in the last 200 days and not in the future: without tests that were only run later; now by default',
  }),
);

/** Of the quarter that ends on the day of a moment. */
export const TestDistributionQuery = Type.Object({ at });

export const TestDistributionRequest = Type.Object(
  {
    startTime: Type.String({
      ...Time,
      description: 'the UTC day that the quarter of 91 days begins with; days that are no longer known have no tests',
    }),
    projectId,
    at,
  },
  { additionalProperties: false },
);
export type TestDistributionRequest = Static<typeof TestDistributionRequest>;

export const unmatched = 'NONE';

export const DistributedTestsQuery = Type.Object({
  startTime: Type.Optional(TestDistributionRequest.properties.startTime),
  projectId,
  at,
  assignedTo: Type.Optional(Type.Enum([...testTypes, unmatched], { description: 'NONE: those that no rule fits' })),
  ruleId: Type.Optional(TestDistributionRuleId),
  ...pagingFields(),
});
export type DistributedTestsQuery = Static<typeof DistributedTestsQuery>;

export const DistributedTest = Type.Object({
  projectId: ProjectId,
  testId: TestId,
  file: Type.String(),
  name: Type.String(),
  assignedTo: Nullable(Type.Enum([...testTypes])),
  ruleId: Nullable(
    Type.Unsafe<TestDistributionRuleId>({ ...TestDistributionRuleId, description: 'the first rule that fits it' }),
  ),
  lastTestRunId: Nullable(
    Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the newest run that has a result of it' }),
  ),
});
export type DistributedTest = Static<typeof DistributedTest>;

export const DistributedTestPage = Type.Object({
  tests: Type.Array(DistributedTest, { description: 'by project, file and name' }),
  total: count('of the page and all others'),
});
export type DistributedTestPage = Static<typeof DistributedTestPage>;
