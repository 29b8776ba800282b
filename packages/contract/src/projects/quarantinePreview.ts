import { type Static, Type } from 'typebox';
import { EnvironmentId, Nullable, TestId, TestRunId, Time } from '../ids.ts';
import { brokenTest } from '../testRuns/brokenTest.ts';

/** How far a preview of the quarantine of flaky tests may look back. */
export const previewDays = ['7', '30', '90'] as const;
export type PreviewDays = (typeof previewDays)[number];

export const QuarantinePreviewQuery = Type.Object({
  days: Type.Optional(Type.Enum([...previewDays], { description: 'how far it looks back; 30 by default' })),
  timeZone: Type.Optional(Type.String({ maxLength: 60, description: 'whose days are meant; UTC by default' })),
});

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

const counts = {
  runs: count('those that passed or failed'),
  failed: count('of these, as they ended: a verdict that was overruled later is not looked at'),
  spared: count('failed runs that would have passed'),
  missed: count('real failures that would have failed no run'),
  quarantined: count('tests'),
};

/** A run, as far as a link to it says. */
export const PreviewedRun = Type.Object({
  testRunId: TestRunId,
  number: Type.Integer(),
  branch: Type.String(),
  environmentId: EnvironmentId,
  createdAt: Time,
});
export type PreviewedRun = Static<typeof PreviewedRun>;

/**
 * Why a failure of a quarantined test was real. BROKEN: it is one of so many in a row, in one environment and branch.
 * FIXED: of two or more in a row with one error, until the test passed on another commit.
 */
export const realFailures = ['BROKEN', 'FIXED'] as const;
export type RealFailure = (typeof realFailures)[number];

const namedTest = { testId: TestId, name: Type.String() };

/** What the automatic quarantine of flaky tests would have done, had it been switched on at `start`. */
export const QuarantinePreview = Type.Object({
  start: Time,
  end: Time,
  ...counts,
  days: Type.Array(Type.Object({ start: Time, end: Time, ...counts }), { description: 'oldest first, without gaps' }),
  tests: Type.Array(
    Type.Object({
      ...namedTest,
      file: Type.String(),
      quarantinedAt: Type.String({ ...Time, description: 'the end of the run that showed it to be flaky' }),
      flakyIn: PreviewedRun,
      failures: count('results that failed after that, in runs that it would have been quarantined in'),
      spared: count('runs that would have passed, in which it failed'),
      missed: count('of the failures, real ones'),
    }),
    { description: 'in the order in which they would have been quarantined; `quarantined` counts all' },
  ),
  sparedRuns: Type.Array(Type.Object({ run: PreviewedRun, tests: Type.Array(Type.Object(namedTest)) }), {
    description: 'the newest first, with the tests that failed them; `spared` counts all',
  }),
  missedFailures: Type.Array(
    Type.Object({
      ...namedTest,
      run: PreviewedRun,
      why: Type.Enum([...realFailures], {
        description: `BROKEN: one of at least ${brokenTest.inARow} in a row; FIXED: of two or more with one error, until it passed on another commit`,
      }),
    }),
    { description: 'the newest first; `missed` counts all' },
  ),
  knownFrom: Nullable(
    Type.String({
      ...Time,
      description: 'before then, only the newest hundred results of each test are known; null: all are known',
    }),
  ),
  unseenTests: count('tests that failed and were not looked at, because there are too many'),
  uncompared: count('failures whose errors were not compared, because there are too many'),
});
export type QuarantinePreview = Static<typeof QuarantinePreview>;
