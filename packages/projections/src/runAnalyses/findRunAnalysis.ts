import {
  type AccountId,
  type CauseKind,
  isFinished,
  limits,
  type ModelAnswer,
  ownProblemIds,
  type Position,
  type ProblemId,
  type ProjectId,
  type ReviewStatusId,
  type RootCause,
  type RunAnalysisView,
  type RunOfCause,
  type TestRunId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { type FailuresDocument, problemKeyOf } from '../failures/failures.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { findProblems } from '../problems/findProblems.ts';
import type { ProblemDocument } from '../problems/problems.ts';
import { readAny } from '../readAny.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { findIssuesOfProject } from '../trackedIssues/findTrackedIssues.ts';
import type { RunAnalysisDocument } from './runAnalyses.ts';
import { type CauseTest, type RunCause, type RunCauses, type RunCausesReader, runnersOf } from './runCauses.ts';

/** What read models know of an analysis; what may be requested depends on settings besides. */
export type FoundRunAnalysis = Omit<RunAnalysisView, 'refusal' | 'quota' | 'outgoing'> & {
  projectId: ProjectId;
};

/** What a decision about a problem says of its kind; the others say nothing of it. */
const kindOfStatus: Partial<Record<ReviewStatusId, CauseKind>> = {
  PRODUCT_BUG: 'PRODUCT',
  TEST_BUG: 'TEST',
  KNOWN_FLAKY: 'TEST',
  ENVIRONMENT: 'ENVIRONMENT',
  TEST_DATA: 'DATA',
};

type Occurred = Pick<FailuresDocument, 'problemId' | 'firstAt' | 'firstRunId' | 'runCount' | 'recentRuns'>;
const occurredFields = { problemId: 1, firstAt: 1, firstRunId: 1, runCount: 1, recentRuns: 1 } as const;

type StoredAnswer = RunAnalysisDocument['causes'][number];

/** @returns a model's answer with the thumb of one rater */
export function shownAnswer(
  { verdict, title, claims, suggestions, droppedClaims, problemId }: StoredAnswer,
  ratings: RunAnalysisDocument['ratings'],
  raterId: string | null,
): ModelAnswer {
  const own = ratings.find((rating) => rating.raterId === raterId && rating.rootCauseId === problemId);
  return {
    verdict: verdict as ModelAnswer['verdict'],
    title,
    claims,
    suggestions,
    droppedClaims,
    rating: own?.rating ?? null,
  };
}

/** What is known of the failures of some causes, besides what their run says. */
type Known = {
  occurred: ReadonlyMap<ProblemId, Occurred>;
  runs: ReadonlyMap<TestRunId, RunOfCause>;
  problems: ReadonlyMap<ProblemId | null, ProblemDocument>;
  issues: Awaited<ReturnType<typeof findIssuesOfProject>>;
  actors: Awaited<ReturnType<typeof findActors>>;
  analysis: RunAnalysisDocument | null;
};

/** @returns runs as causes name them */
export async function findRunsOfCauses(
  { testRunSummaries }: Collections,
  ids: readonly TestRunId[],
): Promise<Map<TestRunId, RunOfCause>> {
  const projection = { testRunId: 1, createdAt: 1, branch: 1, commit: 1, 'request.number': 1 };
  const found = await readAny(ids, (some) => testRunSummaries.find({ _id: { $in: some } }, { projection }).toArray());
  return new Map(
    found.map(({ testRunId, createdAt: at, branch, commit, request: { number } }) => [
      testRunId,
      { testRunId, number, at, branch, commit },
    ]),
  );
}

function earlierRuns({ recentRuns }: Occurred, testRunId: TestRunId): TestRunId[] {
  return recentRuns.filter((id) => id < testRunId);
}

async function findKnownOf(
  collections: Collections,
  { testRunId, projectId }: TestRunSummaryDocument,
  causes: readonly RunCause[],
): Promise<Known> {
  const problemIds = causes.flatMap((cause) => cause.problemIds);
  const keys = problemIds.map((problemId) => problemKeyOf(projectId, problemId));
  const [failures, problems, issues, analysis] = await Promise.all([
    readAny(keys, (ids) => collections.failures.find({ _id: { $in: ids } }, { projection: occurredFields }).toArray()),
    findProblems(collections, projectId, problemIds),
    findIssuesOfProject(collections, projectId),
    collections.runAnalyses.findOne({ _id: testRunId }),
  ]);
  const wanted = failures.flatMap((failure) => [failure.firstRunId, ...earlierRuns(failure, testRunId).slice(0, 1)]);
  const deciders = [...problems.values()].map(({ decidedBy }) => decidedBy);
  const [runs, actors] = await Promise.all([
    findRunsOfCauses(collections, wanted),
    findActors(collections, [...deciders, ...(analysis ? [analysis.requestedBy] : [])]),
  ]);
  const occurred = new Map(failures.map((failure) => [failure.problemId, failure]));
  return { occurred, runs, problems, issues, actors, analysis };
}

/** Where the failures of a cause were seen. Fewer runs may be known by name than were counted. */
function seenOf(cause: RunCause, { occurred, runs }: Known, testRunId: TestRunId) {
  const known = cause.problemIds.flatMap((problemId) => occurred.get(problemId) ?? []);
  const [first] = [...known].sort((one, other) => (one.firstAt < other.firstAt ? -1 : 1));
  const earlier = new Set(known.flatMap((each) => earlierRuns(each, testRunId)));
  const uncounted = Math.max(0, ...known.map(({ runCount, recentRuns }) => runCount - recentRuns.length));
  const runCount = earlier.size + uncounted;
  const [last] = [...earlier].sort().reverse();
  return {
    firstSeen: first ? (runs.get(first.firstRunId) ?? null) : null,
    isNew: first?.firstRunId === testRunId || runCount === 0,
    seenBefore: runCount === 0 ? null : { runCount, last: (last && runs.get(last)) ?? null },
  };
}

/** Of several fingerprints the newest decision counts. */
function decidedOf(cause: RunCause, { problems, actors }: Known) {
  const decided = cause.problemIds.flatMap((problemId) => problems.get(problemId) ?? []);
  const [newest] = decided.sort((one, other) => (one.decidedAt > other.decidedAt ? -1 : 1));
  return {
    reviewStatusId: newest?.status ?? null,
    ownerUserId: newest?.ownerUserId ?? null,
    note: newest?.note ?? null,
    decidedBy: newest ? personOf(actors, newest.decidedBy) : null,
    decidedAt: newest?.decidedAt ?? null,
    revision: String(problems.get(cause.id)?.changes ?? 0),
  };
}

function kindOf(
  cause: RunCause,
  status: ReviewStatusId | null,
  answer: StoredAnswer | undefined,
): Pick<RootCause, 'kind' | 'kindBy'> {
  const byPeople = status === null ? undefined : kindOfStatus[status];
  if (byPeople) return { kind: byPeople, kindBy: 'PEOPLE' };
  if (answer) return { kind: answer.kind as CauseKind, kindBy: 'MODEL' };
  return { kind: cause.kind, kindBy: 'RULES' };
}

function affected(
  tests: readonly CauseTest[],
  suggestions: ModelAnswer['suggestions'] | undefined,
): RootCause['affectedTestRunTestAnalysis'] {
  const analysisText = suggestions && suggestions.length > 0 ? { suggestions } : null;
  return tests
    .slice(0, limits.testsOfCause)
    .map(({ id: testRunTestId, file, name }) => ({ testRunTestId, file, name, analysisText }));
}

function causeView(cause: RunCause, testRunId: TestRunId, known: Known, raterId: string | null): RootCause {
  const { id, name, template: description, tests, frame } = cause;
  const { analysis, issues } = known;
  const testRunTestIds = cause.sharesFingerprints ? tests.map((test) => test.id) : null;
  const own = ownProblemIds({ id, problemIds: [...cause.problemIds], testRunTestIds });
  const answer = analysis?.causes.find(({ problemId }) => own.includes(problemId));
  const decided = decidedOf(cause, known);
  const tracked = new Map(
    cause.problemIds.flatMap((problemId) => issues.ofProblem(problemId)).map((issue) => [issue.id, issue]),
  );
  return {
    id,
    problemIds: [...cause.problemIds],
    name,
    description,
    ...kindOf(cause, decided.reviewStatusId, answer),
    testCount: tests.length,
    affectedTestRunTestAnalysis: affected(tests, answer?.suggestions),
    testRunTestIds,
    frame,
    runnerIds: runnersOf(cause),
    ...seenOf(cause, known, testRunId),
    ...decided,
    trackedIssues: [...tracked.values()],
    model: answer && analysis ? shownAnswer(answer, analysis.ratings, raterId) : null,
  };
}

/** @returns causes of a run with the thumbs of one rater */
export async function viewCauses(
  collections: Collections,
  run: TestRunSummaryDocument,
  causes: readonly RunCause[],
  raterId: string | null,
): Promise<{ views: RootCause[]; known: Known }> {
  const known = await findKnownOf(collections, run, causes);
  return { views: causes.map((cause) => causeView(cause, run.testRunId, known, raterId)), known };
}

function requestOf({ analysis, actors }: Known) {
  if (!analysis) {
    const none = { summary: null, requestedAt: null, requestedBy: null, completedAt: null, modelFailure: null };
    return { status: 'NOT_REQUESTED' as const, ...none, model: null };
  }
  const { completedAt, summary, requestedAt, requestedBy, failure: modelFailure, model, causes } = analysis;
  return {
    status: completedAt === null ? ('REQUESTED' as const) : ('COMPLETE' as const),
    summary,
    requestedAt,
    requestedBy: personOf(actors, requestedBy),
    completedAt,
    modelFailure,
    model: model && {
      name: model.name,
      promptVersion: model.promptVersion,
      characters: model.characters,
      droppedClaims: causes.reduce((sum, { droppedClaims }) => sum + droppedClaims, 0),
    },
  };
}

/** @returns why tests of a run failed; null when the run is not the account's */
export async function findRunAnalysis(
  collections: Collections,
  runCauses: RunCausesReader,
  { accountId, testRunId, raterId }: { accountId: AccountId; testRunId: TestRunId; raterId: string | null },
  position: Position,
): Promise<FoundRunAnalysis | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return null;
  const found: RunCauses = await runCauses(collections, run);
  const { views, known } = await viewCauses(collections, run, found.causes.slice(0, limits.rootCauses), raterId);
  return {
    testRunId,
    projectId: run.projectId,
    ...requestOf(known),
    failedCount: found.failedCount,
    flakyCauseCount: found.flakyCauseCount,
    flakyCount: found.flakyCount,
    isRunning: !isFinished(run.status),
    wholeRun: [...found.wholeRun],
    testRunAnalysisRootCauses: views,
    causeCount: found.causes.length,
    testRunTestAnalysis: affected(found.unexplained, undefined),
    isCoarse: found.isCoarse,
    position,
  };
}
