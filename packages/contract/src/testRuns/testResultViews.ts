import { type Static, Type } from 'typebox';
import { Nullable, Position, ProblemId, ProjectId, TestId, TestRunId, TestRunnerId, Time } from '../ids.ts';
import { problemFields } from '../problems/problemFields.ts';
import { RecentOutcome, RecentResult } from '../projects/projectViews.ts';
import { ExpiredDetails } from '../retention/retentionViews.ts';
import { reviewFields } from '../reviews/reviewViews.ts';
import { TrackedIssueInShort } from '../trackedIssues/trackedIssueInShort.ts';
import { CodeFrames, TestSteps } from './attemptDetails.ts';
import { TestStatus } from './testStatus.ts';

const count = Type.Integer({ minimum: 0 });
/** A duration in milliseconds. */
const ms = Type.Integer({ minimum: 0 });

export const testPhases = ['SETUP', 'TEST', 'TEAR_DOWN'] as const;

/** When and where an attempt at a test ran, and how it ended. */
export const AttemptInShort = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  status: TestStatus,
  testRunnerId: Nullable(TestRunnerId),
  startTime: Time,
  duration: Nullable(Type.Integer({ minimum: 0, description: 'milliseconds; null: it has not ended' })),
});
export type AttemptInShort = Static<typeof AttemptInShort>;

/** A test of a run, in short, as the tree shows it. */
export const TestResultRow = Type.Object({
  id: Type.String({ description: '<testRunId>.<testId>, from the second copy on <testRunId>.<testId>.<copy>' }),
  parentId: Nullable(
    Type.String({ description: 'in a rerun: the test in the first run, which all its reruns share; null: no rerun' }),
  ),
  groupParentId: Nullable(Type.String({ description: 'always null: results are not grouped' })),
  testRunId: TestRunId,
  testId: TestId,
  projectTest: Type.Object({
    id: TestId,
    projectId: ProjectId,
    file: Type.String(),
    name: Type.String(),
    fileFilter: Nullable(Type.String({ description: 'always null: tests have no filter of their own' })),
    quarantined: Type.Boolean({ description: 'now, regardless of when the run started' }),
  }),
  copy: Nullable(Type.Integer({ minimum: 1, description: 'which of its copies; null: the run has a single copy' })),
  file: Type.String(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  line: Nullable(Type.Integer()),
  status: TestStatus,
  phase: Type.Enum(testPhases, { description: 'always TEST: set-up and tear-down have no results' }),
  startTime: Nullable(Time),
  endTime: Nullable(Type.String({ ...Time, description: 'of the last attempt; null: it has not ended' })),
  duration: Nullable(ms),
  testRunnerId: Nullable(TestRunnerId),
  runnerUuid: Nullable(Type.String({ description: 'as in runners of the run' })),
  attempts: count,
  severalAttempts: Type.Array(AttemptInShort, {
    description: 'each attempt, in order; empty unless there were several: of a single one the row says all',
  }),
  flaky: Type.Boolean(),
  quarantined: Type.Boolean(),
  timedOut: Type.Boolean(),
  error: Nullable(Type.String({ description: 'head of the message' })),
  hasResults: Type.Boolean(),
  screenshots: count,
  recent: Type.Array(RecentOutcome, { description: 'in earlier runs, newest first; up to ten' }),
  ...reviewFields,
  trackedIssues: Type.Array(TrackedIssueInShort, {
    description: 'about this failure, or about this test while it fails of nothing else; open ones first',
  }),
  testRunAnalysisRootCauseId: Nullable(
    Type.Unsafe<ProblemId>({
      ...ProblemId,
      description: 'the problem behind the failure; null: none, or it says no error',
    }),
  ),
  problem: Nullable(Type.Object(problemFields, { description: 'what people decided about it; null: nothing yet' })),
  updatedAt: Time,
  position: Position,
});
export type TestResultRow = Static<typeof TestResultRow>;

/** Rows changed after `since`, or all of them; ordered by file, then place in the file. */
export const TestResultsPage = Type.Object({ tests: Type.Array(TestResultRow), total: count, position: Position });
export type TestResultsPage = Static<typeof TestResultsPage>;

export const ArtifactView = Type.Object({
  kind: Type.String({ description: 'screenshot, video or file' }),
  name: Type.String(),
  size: Type.Integer(),
  mediaType: Type.String(),
  url: Type.String({ description: 'signed; expires after some minutes' }),
});
export type ArtifactView = Static<typeof ArtifactView>;

export const TestAttemptView = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  status: TestStatus,
  testRunnerId: Nullable(TestRunnerId),
  startTime: Nullable(Time),
  endTime: Nullable(Time),
  duration: Nullable(ms),
  timedOut: Type.Boolean(),
  error: Nullable(Type.String()),
  stackTrace: Nullable(Type.String()),
  output: Nullable(Type.String()),
  processOutput: Nullable(Type.String()),
  codeFrames: CodeFrames,
  steps: TestSteps,
  screenShots: Type.Array(ArtifactView),
  videos: Type.Array(ArtifactView),
  files: Type.Array(ArtifactView),
});
export type TestAttemptView = Static<typeof TestAttemptView>;

/** A result of a test in an earlier run, and where that ran. */
export const EarlierResult = Type.Object({
  ...RecentResult.properties,
  branch: Type.String(),
  environmentName: Type.String(),
});
export type EarlierResult = Static<typeof EarlierResult>;

/** A test of a run in full: every attempt with its texts and pictures. */
export const TestResultView = Type.Object({
  ...TestResultRow.properties,
  recent: Type.Array(EarlierResult, { description: 'in earlier runs, newest first; up to ten' }),
  projectId: ProjectId,
  attemptsDetail: Type.Array(TestAttemptView),
  failingSince: Nullable(
    Type.Object(
      { testRunId: TestRunId, number: Type.Integer(), at: Time, commit: Nullable(Type.String()) },
      { description: 'the first of the consecutive failures up to this result' },
    ),
  ),
  expired: ExpiredDetails,
});
export type TestResultView = Static<typeof TestResultView>;
