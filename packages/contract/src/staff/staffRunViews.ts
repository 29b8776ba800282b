import { type Static, Type } from 'typebox';
import { tiers } from '../accounts/accountPlan.ts';
import { formFields } from '../formFields.ts';
import { HealthView } from '../health/healthView.ts';
import { AccountId, Nullable, TestId, TestRunId, Time } from '../ids.ts';
import { TestResultRow } from '../testRuns/testResultViews.ts';
import { TestRunDetailView, TestRunPage, TestRunView } from '../testRuns/testRunViews.ts';

const count = Type.Integer({ minimum: 0 });

/** Why staff do something in an account. */
export const StaffReason = Type.String({
  ...formFields.reason,
  description: 'which the administrators of the account read in their access log',
});

export const StaffReasonRequest = Type.Object({ reason: StaffReason }, { additionalProperties: false });

/** Which account staff want to read, by itself or by one of its runs. */
export const StaffAccessRequest = Type.Object(
  {
    accountId: Type.Optional(AccountId),
    testRunId: Type.Optional(Type.Unsafe<TestRunId>({ ...TestRunId, description: 'a run of the account' })),
    reason: StaffReason,
  },
  { additionalProperties: false },
);

/** The time-outs once more, as fields of their own. */
const timeoutFields = { testTimeoutSeconds: Type.Integer(), timeoutMinutes: Type.Integer() };
export const StaffTestRunView = Type.Object({ ...TestRunView.properties, ...timeoutFields });
export type StaffTestRunView = Static<typeof StaffTestRunView>;
export const StaffTestRunPage = Type.Object({
  ...Type.Omit(TestRunPage, ['testRuns', 'position']).properties,
  testRuns: Type.Array(StaffTestRunView),
});
export type StaffTestRunPage = Static<typeof StaffTestRunPage>;
export const StaffTestRunDetailView = Type.Object({
  ...TestRunDetailView.properties,
  ...timeoutFields,
  firstFailures: Type.Array(Type.Object({ testId: TestId, file: Type.String(), name: Type.String() }), {
    description: 'the first tests that failed, by file; up to 5',
  }),
});
export type StaffTestRunDetailView = Static<typeof StaffTestRunDetailView>;

export const StaffTestPage = Type.Object({ tests: Type.Array(TestResultRow), total: count });
export type StaffTestPage = Static<typeof StaffTestPage>;

/** What happened, in order of time. */
export const StaffLog = Type.Object({
  entries: Type.Array(
    Type.Object({
      time: Nullable(Type.Unsafe<string>({ ...Time, description: 'null: not recorded' })),
      source: Type.String({ description: 'run, setup, list, runner or agent' }),
      message: Type.String(),
    }),
  ),
  nextOffset: Nullable(
    Type.Integer({ minimum: 0, description: 'send it as `offset` for what follows; null: that is all so far' }),
  ),
});
export type StaffLog = Static<typeof StaffLog>;

/** What an account ran in a month (UTC). */
export const StaffMonth = Type.Object({
  year: Type.Integer(),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  testRuns: count,
  totalTests: count,
  failedTests: Type.Integer({ minimum: 0, description: 'of the tests, without quarantined ones' }),
  totalTestingTime: Type.Integer({ minimum: 0, description: 'milliseconds' }),
});
export type StaffMonth = Static<typeof StaffMonth>;

/** What an account runs: now, and in each of the last twelve months. */
export const StaffExecutionView = Type.Object({
  running: Type.Integer({ minimum: 0, description: 'test runs that are not finished' }),
  months: Type.Array(StaffMonth, { description: 'the oldest first; the last one is the month that it is' }),
});
export type StaffExecutionView = Static<typeof StaffExecutionView>;

/** The cards above the staff's lists. */
export const StaffHeaderData = Type.Object({
  system: Type.Object({
    status: HealthView.properties.status,
    version: Type.String(),
    startedAt: Type.Unsafe<string>({ ...Time, description: 'of the api process that answers' }),
    stores: Type.Enum(['ok', 'away'] as const),
    lagMilliseconds: Nullable(Type.Integer({ description: 'of the read models; null: unknown' })),
    runningAgents: count,
    capacity: Type.Integer({ minimum: 0, description: 'runners that the running agents can have' }),
    busyRunners: count,
  }),
  testRuns: Type.Object({
    running: Type.Integer({ minimum: 0, description: 'in set-up, running or in tear-down' }),
    submitted: count,
    queued: count,
    queuedSince: Nullable(Type.Unsafe<string>({ ...Time, description: 'of the run that waits longest; null: none' })),
    today: Type.Integer({ minimum: 0, description: 'created since midnight (UTC), up to 10,000' }),
    usual: Nullable(
      Type.Integer({ minimum: 0, description: 'a day, as the median of the seven before; null: none had a run' }),
    ),
    setupFailedToday: count,
  }),
  account: Nullable(
    Type.Object(
      {
        id: AccountId,
        name: Type.String(),
        tier: Nullable(Type.Enum(tiers, { description: 'null: the self-hosted plan' })),
        legacyPlan: Type.Boolean(),
        people: count,
        administrators: count,
        testRunCount: count,
        runners: Type.Integer({ minimum: 0, description: 'that its runs have now' }),
        maximumRunners: count,
        thisMonth: StaffMonth,
        lastMonth: StaffMonth,
      },
      { description: 'the account that is asked for; null: none' },
    ),
  ),
  busiestAccounts: Type.Array(Type.Object({ id: AccountId, name: Type.String(), testRuns: count, tests: count }), {
    description: 'with most runs today, where no account is asked for; up to four',
  }),
});
export type StaffHeaderData = Static<typeof StaffHeaderData>;
