import { type Static, Type } from 'typebox';
import { EnvironmentId, Nullable, ProjectId, TestId, TestRunId, Time, UserId } from '../ids.ts';
import { frequencies } from './timeframes.ts';

const commaList = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }));

/** For which moment of the past something is asked. */
export const AsOf = Type.String({
  ...Time,
  description: 'as it stood then, not in the future: without later runs, ends and verdicts; now by default',
});

/** Which runs statistics are about, and how they are cut into periods. */
export const StatsQuery = Type.Object({
  start: Type.String({ ...Time, description: 'runs created from then on' }),
  end: Type.String({ ...Time, description: 'and before then; at most 100 days later' }),
  environmentId: commaList('comma list of ids'),
  projectId: commaList('comma list of ids'),
  branch: commaList('comma list'),
  pipelineStageId: commaList('comma list of ids of the stages that the runs were created in'),
  frequency: Type.Optional(
    Type.Enum([...frequencies], { description: 'Daily by default; hours of one day, months of 60 days and more' }),
  ),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'whose days, weeks and months are meant; UTC by default' }),
  ),
  at: Type.Optional(AsOf),
});
export type StatsQuery = Static<typeof StatsQuery>;

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** What came of the runs that were created in a time. Each run is counted once, by its verdict as it is at that moment. */
export const TestRunCounts = Type.Object({
  runs: count('finished ones: the sum of the next five'),
  passed: count(),
  failed: count('whose tests were known when they failed'),
  setupFailed: count('failed before their tests were known'),
  inconclusive: count('ended with PASS, but only skipped or quarantined tests ran'),
  canceled: count(),
  unfinished: count('still in progress; in no other number'),
  p50Ms: Nullable(Type.Integer({ description: 'median duration of those that passed or failed' })),
  p95Ms: Nullable(Type.Integer({ description: '95 of 100 of those took no longer' })),
});
export type TestRunCounts = Static<typeof TestRunCounts>;

const PeriodFields = { start: Time, end: Type.String({ ...Time, description: 'not included' }) };

export const TestRunPeriod = Type.Object({ ...PeriodFields, ...TestRunCounts.properties });
export type TestRunPeriod = Static<typeof TestRunPeriod>;

export const TestRunInfo = Type.Object({
  periods: Type.Array(TestRunPeriod, { description: 'oldest first, without gaps' }),
  all: TestRunCounts,
});
export type TestRunInfo = Static<typeof TestRunInfo>;

/**
 * Results of the runs with a verdict that were created in a time; each test of a run counts once, by its final result.
 * Canceled runs say nothing about their tests.
 */
export const ResultCounts = Type.Object({
  results: count('not quarantined ones: the sum of the next four'),
  passed: count(),
  failed: count(),
  ignored: count(),
  notRun: count('those that a run did not reach, because it was cut off, are among them'),
  quarantined: count('in no other number but the next ones'),
  flaky: count('passed after they had failed in the same run'),
  retries: count('attempts that were not the last one'),
  retryMs: count('time of those attempts'),
  testMs: count('time of the final attempts, quarantined ones too'),
});
export type ResultCounts = Static<typeof ResultCounts>;

export const ResultPeriod = Type.Object({ ...PeriodFields, ...ResultCounts.properties });
export type ResultPeriod = Static<typeof ResultPeriod>;

export const TestInfo = Type.Object({
  periods: Type.Array(ResultPeriod, { description: 'oldest first, without gaps' }),
  all: ResultCounts,
});
export type TestInfo = Static<typeof TestInfo>;

export const unstableStates = ['flaky', 'recovering', 'broken'] as const;

/** What shows that a test is flaky, the strongest first. */
export const evidenceClasses = ['A', 'B', 'C'] as const;
export type EvidenceClass = (typeof evidenceClasses)[number];

/** A test that passes and fails without a change, or only fails. */
export const UnstableTest = Type.Object({
  projectId: ProjectId,
  testId: TestId,
  file: Type.String(),
  name: Type.String(),
  state: Type.Enum([...unstableStates], {
    description: 'recovering: it was flaky, and was not for three days or five results',
  }),
  evidence: Nullable(
    Type.Enum([...evidenceClasses], {
      description:
        'A: passed and failed on one commit; B: went back and forth on the default branch; C: people called its failures known flaky; null: broken',
    }),
  ),
  seen: count('how often that was seen; of a broken one, its failures'),
  of: count('of so many times that it could have been'),
  lowerBound: Type.Number({ description: 'the least share likely behind that (Wilson, 95 %); tests are ranked by it' }),
  firstAt: Time,
  lastAt: Time,
  runsBlocked: count('failed runs in which it failed, and was not quarantined'),
  retries: count(),
  retryMs: count(),
  quarantinedAt: Nullable(Type.String({ ...Time, description: 'null: it is not quarantined' })),
  quarantinedUntil: Nullable(Type.String({ ...Time, description: 'null: it does not end by itself' })),
  ownerUserId: Nullable(
    Type.Unsafe<UserId>({
      ...UserId,
      description: 'who answers for the problem behind its newest failures, or else sees to its quarantine',
    }),
  ),
  lastRunId: Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the newest run that has it' }),
  trend: Type.Array(Type.Integer(), { description: 'how often it was seen, by period' }),
});
export type UnstableTest = Static<typeof UnstableTest>;

export const FlakyTestInfo = Type.Object({
  periods: Type.Array(Type.Object({ ...PeriodFields, flaky: count('flaky results') }), {
    description: 'oldest first, without gaps',
  }),
  flaky: count('flaky results: tests that passed after they had failed in the same run'),
  retries: count(),
  retryMs: count(),
  runsBlocked: count('failed runs in which a flaky test failed'),
  runs: count('finished ones'),
  outages: count('runs that are left out: nearly everything failed in them'),
  tests: Type.Array(UnstableTest, { description: 'the surest first' }),
  total: count('of `tests`, which are cut off'),
});
export type FlakyTestInfo = Static<typeof FlakyTestInfo>;

/** A test that takes longer in an environment than it did, by the medians of its passing first attempts. */
export const SlowerTest = Type.Object({
  projectId: ProjectId,
  testId: TestId,
  file: Type.String(),
  name: Type.String(),
  environmentId: EnvironmentId,
  beforeMs: Type.Number({ description: 'the median of up to 30 results before' }),
  nowMs: Type.Number({ description: 'the median of the newest 5 results' }),
  since: Type.String({ ...Time, description: 'when the run of the first slower result was created' }),
  lastRunId: Nullable(TestRunId),
});
export type SlowerTest = Static<typeof SlowerTest>;

export const SlowerTestInfo = Type.Object({
  tests: Type.Array(SlowerTest, { description: 'those that lost most time first' }),
  total: count('of `tests`, which are cut off'),
});
export type SlowerTestInfo = Static<typeof SlowerTestInfo>;

const usageFields = {
  testRuns: count('those with a verdict'),
  totalTests: count('their results, quarantined ones too, without tests that did not run'),
  failedTests: count('those of them that failed, without quarantined ones'),
  totalTestingTime: count('milliseconds of all attempts at their tests'),
};

/** What was run in a month of the reader's time zone. */
export const MonthlyUsage = Type.Object({
  year: Type.Integer(),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  ...PeriodFields,
  ...usageFields,
  projects: Type.Array(Type.Object({ projectId: ProjectId, ...usageFields }), {
    description: 'those that ran something, the one with most testing time first',
  }),
});
export type MonthlyUsage = Static<typeof MonthlyUsage>;
export type UsageCounts = Pick<MonthlyUsage, keyof typeof usageFields>;

export const UsageQuery = Type.Object({
  timeZone: Type.Optional(Type.String({ description: 'in which months begin: an IANA name; UTC by default' })),
  at: Type.Optional(AsOf),
});
