import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';
import { ArtifactView, TestAttemptView, TestResultRow } from '../testRuns/testResultViews.ts';
import { TestRunView } from '../testRuns/testRunViews.ts';

const run = TestRunView.properties;

/** What a link shows of a run. Each field is named here, so that a new one of the run is not shown by itself. */
export const SharedRunView = Type.Object({
  accountName: Type.String(),
  expiresAt: Time,
  includesScreenshots: Type.Boolean(),
  includesOutput: Type.Boolean(),
  number: run.number,
  status: run.status,
  statusDisplay: run.statusDisplay,
  statusInfo: Nullable(Type.String({ description: 'what happened; null: nothing, or the link leaves output out' })),
  nothingCouldPass: run.nothingCouldPass,
  projectName: Type.String(),
  framework: Type.String(),
  environmentName: run.environmentName,
  testSuiteName: run.testSuiteName,
  branch: run.branch,
  commit: run.commit,
  createdAt: run.createdAt,
  startTime: run.startTime,
  endTime: run.endTime,
  calculatedDuration: run.calculatedDuration,
  totalCount: run.totalCount,
  testCount: run.testCount,
  passCount: run.passCount,
  failCount: run.failCount,
  ignoredCount: run.ignoredCount,
  notRunCount: run.notRunCount,
  runningCount: run.runningCount,
  remainingTests: run.remainingTests,
  flakyCount: run.flakyCount,
  quarantineTotalCount: run.quarantineTotalCount,
  quarantineFailCount: run.quarantineFailCount,
  firstFailures: Type.Array(Type.Object({ id: Type.String(), file: Type.String(), name: Type.String() }), {
    description: 'tests that failed the run, ordered by file; up to 100',
  }),
});
export type SharedRunView = Static<typeof SharedRunView>;

const row = TestResultRow.properties;

export const SharedResultRow = Type.Object({
  id: row.id,
  file: row.file,
  name: row.name,
  status: row.status,
  duration: row.duration,
  attempts: row.attempts,
  flaky: row.flaky,
  quarantined: row.quarantined,
  timedOut: row.timedOut,
});
export type SharedResultRow = Static<typeof SharedResultRow>;

export const SharedResultsPage = Type.Object({
  tests: Type.Array(SharedResultRow),
  total: Type.Integer({ minimum: 0 }),
});
export type SharedResultsPage = Static<typeof SharedResultsPage>;

const attempt = TestAttemptView.properties;

/** An attempt as a link shows it: without code, and with output only where the link includes it. */
export const SharedAttemptView = Type.Object({
  attempt: attempt.attempt,
  status: attempt.status,
  startTime: attempt.startTime,
  duration: attempt.duration,
  timedOut: attempt.timedOut,
  error: attempt.error,
  stackTrace: attempt.stackTrace,
  output: attempt.output,
  screenShots: Type.Array(ArtifactView, { description: 'empty unless the link includes them' }),
});
export type SharedAttemptView = Static<typeof SharedAttemptView>;

export const SharedResultView = Type.Object({
  ...SharedResultRow.properties,
  attemptsDetail: Type.Array(SharedAttemptView),
});
export type SharedResultView = Static<typeof SharedResultView>;
