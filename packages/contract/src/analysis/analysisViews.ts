import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { Nullable, Position, ProblemId, TestRunId, TestRunnerId, Time, UserId } from '../ids.ts';
import { Occurrence, ProblemView } from '../problems/problemViews.ts';
import { ReviewStatusId } from '../reviews/reviewStatuses.ts';
import { TestRunTestId } from '../reviews/reviewViews.ts';
import { TrackedIssueInShort } from '../trackedIssues/trackedIssueInShort.ts';

const count = Type.Integer({ minimum: 0 });

/** What is at fault. */
export const causeKinds = ['PRODUCT', 'TEST', 'ENVIRONMENT', 'DATA', 'UNKNOWN'] as const;
export type CauseKind = (typeof causeKinds)[number];

/** Who said what is at fault: people, whose word counts before that of a model, and a model's before that of rules. */
export const kindSources = ['PEOPLE', 'MODEL', 'RULES'] as const;

export const analysisStatuses = ['NOT_REQUESTED', 'REQUESTED', 'COMPLETE'] as const;

/** How sure a model is. Without a valid claim it is INCONCLUSIVE. */
export const verdicts = ['CONFIRMED', 'LIKELY', 'INCONCLUSIVE'] as const;

/** Why no analysis by a model can be requested. */
export const analysisRefusals = ['OPTED_OUT', 'NO_FAILURES', 'QUOTA_USED', 'NO_MODEL', 'NOT_FINISHED'] as const;

/** What is left of a monthly quota. */
const Quota = Type.Object({
  limit: Nullable(Type.Integer({ minimum: 0, description: 'null: the plan has no limit' })),
  remaining: Nullable(Type.Integer({ minimum: 0, description: 'null: the plan has no limit' })),
  resetsAt: Type.String({ ...Time, description: 'when the next month begins (UTC)' }),
});

/** A run in which a cause was seen. */
const RunOfCause = Type.Object({
  testRunId: TestRunId,
  number: Type.Integer(),
  at: Time,
  branch: Type.String(),
  commit: Nullable(Type.String()),
});
export type RunOfCause = Static<typeof RunOfCause>;

/** Consecutive lines of a text that was sent to the model. The server checked that they exist. */
const CitedLines = Type.Object({
  source: Type.String({ description: 'what the text is, such as the error of a test' }),
  firstLine: Type.Integer({ minimum: 1 }),
  lines: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
});

const Claim = Type.Object({ text: Type.String(), cites: Type.Array(CitedLines, { minItems: 1 }) });

/** A thumb of the caller; null: none. */
const Rating = Nullable(Type.Enum(['UP', 'DOWN'] as const));

/** What a model says about a root cause. */
export const ModelAnswer = Type.Object({
  verdict: Type.Enum(verdicts),
  title: Type.String(),
  claims: Type.Array(Claim),
  suggestions: Type.Array(Type.Object({ text: Type.String() })),
  droppedClaims: Type.Integer({ minimum: 0, description: 'claims that cited nothing, or lines that do not exist' }),
  rating: Rating,
});
export type ModelAnswer = Static<typeof ModelAnswer>;

const AffectedTest = Type.Object({
  testRunTestId: TestRunTestId,
  file: Type.String(),
  name: Type.String(),
  analysisText: Nullable(
    Type.Object(
      { suggestions: Type.Array(Type.Object({ text: Type.String() })) },
      { description: 'suggestions for its cause; null: no suggestions' },
    ),
  ),
});

/** Why tests of a run failed: failures with the same fingerprint, or with nearly the same error. */
export const RootCause = Type.Object({
  id: Type.Unsafe<ProblemId>({ ...ProblemId, description: 'of the fingerprint that most of its tests have' }),
  problemIds: Type.Array(ProblemId, { description: 'all its fingerprints, `id` first' }),
  name: Type.String(),
  description: Type.String({ description: 'the error, with placeholders for what differs between its tests' }),
  kind: Type.Enum(causeKinds),
  kindBy: Type.Enum(kindSources),
  testCount: Type.Integer({ minimum: 1 }),
  affectedTestRunTestAnalysis: Type.Array(AffectedTest, { description: 'its tests; up to 50' }),
  testRunTestIds: Nullable(
    Type.Array(TestRunTestId, {
      description: 'all its tests, where another cause of the run has one of its fingerprints too; null: none has',
    }),
  ),
  frame: Nullable(
    Type.Object(
      { text: Type.String({ description: 'such as `total cart.ts:118`' }), testCount: count },
      { description: "the project's own line of code that most of its tests have in their stack" },
    ),
  ),
  runnerIds: Type.Array(TestRunnerId, { description: 'runners that its tests failed on' }),
  firstSeen: Nullable(RunOfCause),
  isNew: Type.Boolean({ description: 'first seen in this run' }),
  seenBefore: Nullable(
    Type.Object(
      { runCount: count, last: Nullable(RunOfCause) },
      { description: 'in runs before this one; null: in none' },
    ),
  ),
  reviewStatusId: Nullable(ReviewStatusId),
  ownerUserId: Nullable(UserId),
  note: Nullable(Type.String()),
  decidedBy: PersonView,
  decidedAt: Nullable(Time),
  revision: ProblemView.properties.revision,
  trackedIssues: Type.Array(TrackedIssueInShort),
  model: Nullable(ModelAnswer),
});
export type RootCause = Static<typeof RootCause>;

/** @returns the fingerprints that no other cause of its run has */
export function ownProblemIds({
  id,
  problemIds,
  testRunTestIds,
}: Pick<RootCause, 'id' | 'problemIds' | 'testRunTestIds'>): readonly ProblemId[] {
  return testRunTestIds === null ? problemIds : [id];
}

/** What concerns a whole run, and is to be looked at before its tests. */
export const wholeRunSignals = ['AGENT_LOST', 'SETUP_FAILED', 'HOST_UNREACHABLE', 'MOSTLY_FAILED'] as const;

const WholeRunSignal = Type.Object({
  signal: Type.Enum(wholeRunSignals),
  title: Type.String(),
  description: Type.String(),
  failedCount: Type.Integer({ minimum: 0, description: 'failed tests that it explains' }),
});
export type WholeRunSignal = Static<typeof WholeRunSignal>;

/** The analysis of a failed run: root causes by rules, always; from a model where one was asked. */
export const RunAnalysisView = Type.Object({
  testRunId: TestRunId,
  status: Type.Enum(analysisStatuses, { description: 'of the analysis that was requested' }),
  summary: Nullable(Type.String({ description: 'null until it is complete' })),
  failedCount: count,
  flakyCauseCount: Type.Integer({ minimum: 0, description: 'causes of tests that failed first and passed in the end' }),
  flakyCount: count,
  isRunning: Type.Boolean({ description: 'the run goes on: causes come and grow' }),
  wholeRun: Type.Array(WholeRunSignal),
  testRunAnalysisRootCauses: Type.Array(RootCause, { description: 'the one with most tests first; up to 200' }),
  causeCount: count,
  testRunTestAnalysis: Type.Array(AffectedTest, { description: 'tests whose failure says no error; up to 50' }),
  isCoarse: Type.Boolean({ description: 'there are too many different errors to compare them with each other' }),
  requestedAt: Nullable(Time),
  requestedBy: PersonView,
  completedAt: Nullable(Time),
  modelFailure: Nullable(
    Type.String({ description: 'why there is no answer of a model; the rules stand, and nothing was used up' }),
  ),
  model: Nullable(
    Type.Object({
      name: Type.String(),
      promptVersion: Type.Integer(),
      characters: Type.Integer({ minimum: 0, description: 'that were sent' }),
      droppedClaims: count,
    }),
  ),
  refusal: Nullable(
    Type.Object(
      { reason: Type.Enum(analysisRefusals), message: Type.String() },
      { description: 'null: may be requested' },
    ),
  ),
  quota: Quota,
  outgoing: Nullable(
    Type.Object({ characters: count, causeCount: count }, { description: 'what a request would send; null: nothing' }),
  ),
  position: Position,
});
export type RunAnalysisView = Static<typeof RunAnalysisView>;

/** What would be sent to the model, or was: exactly that, masked. */
export const OutgoingAnalysis = Type.Object({
  model: Nullable(Type.String()),
  promptVersion: Type.Integer(),
  instructions: Type.String(),
  text: Type.String(),
  characters: count,
});
export type OutgoingAnalysis = Static<typeof OutgoingAnalysis>;

/** `testRunTestId` is left out where the answer about a root cause of the run is rated. */
export const AnalysisRatingRequest = Type.Object(
  {
    rootCauseId: ProblemId,
    testRunTestId: Type.Optional(TestRunTestId),
    rating: Rating,
  },
  { additionalProperties: false },
);
export type AnalysisRatingRequest = Static<typeof AnalysisRatingRequest>;

/** A thing that is not as it was when the test passed last. */
export const changeKinds = [
  'COMMIT',
  'ENVIRONMENT',
  'VERSION',
  'AGENT',
  'NEIGHBORS',
  'DURATION',
  'TEST',
  'UNCHANGED',
] as const;

const ChangeSincePass = Type.Object({
  kind: Type.Enum(changeKinds),
  title: Type.String(),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  isSuspect: Type.Boolean({ description: 'the stack or the test itself names it' }),
  commit: Nullable(Type.String()),
  author: Nullable(Type.String()),
  url: Nullable(Type.String({ description: 'where it is shown, at the git service' })),
  at: Nullable(Time),
});
export type ChangeSincePass = Static<typeof ChangeSincePass>;

/** How the failure of a cause went away the last time. */
const FixedBefore = Type.Object({
  failed: Type.Object({ first: RunOfCause, last: RunOfCause, runCount: count }),
  passed: RunOfCause,
  reviewStatusId: Nullable(ReviewStatusId),
  decidedBy: PersonView,
  note: Nullable(Type.String()),
  trackedIssues: Type.Array(TrackedIssueInShort),
});
export type FixedBefore = Static<typeof FixedBefore>;

/** Why a test failed: its cause, what changed since it passed, and what to do. */
export const TestAnalysisView = Type.Object({
  id: TestRunTestId,
  status: Type.Enum(analysisStatuses),
  analysisText: Nullable(Type.String({ description: 'the suggestion as Markdown; null: none yet' })),
  formattedAnalysisText: Nullable(Type.String({ description: 'the suggestion as sanitized HTML; null: none yet' })),
  cause: Nullable(RootCause),
  wholeRun: Type.Array(WholeRunSignal),
  lastPassed: Nullable(RunOfCause),
  firstFailed: Nullable(RunOfCause),
  isFlaky: Type.Boolean({ description: 'it passes and fails on the same commit: changes explain little' }),
  changes: Type.Array(ChangeSincePass, { description: 'suspects first' }),
  notCompared: Type.Array(Type.String(), { description: 'what could not be compared, and why' }),
  elsewhere: Type.Array(Occurrence, { description: 'the newest failures of the same cause, newest first; up to 50' }),
  fixedBefore: Nullable(FixedBefore),
  suggestion: Nullable(ModelAnswer),
  isFromCause: Type.Boolean({ description: "the suggestion is that of the run's analysis, and cost nothing" }),
  requestedAt: Nullable(Time),
  modelFailure: Nullable(Type.String()),
  refusal: RunAnalysisView.properties.refusal,
  quota: Quota,
  position: Position,
});
export type TestAnalysisView = Static<typeof TestAnalysisView>;
