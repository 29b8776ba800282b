import {
  type AccountId,
  type ArtifactPost,
  type AttemptInShort,
  type BlobId,
  isFinished,
  type Position,
  type ProblemId,
  parseTestKey,
  type RecentOutcome,
  shownReviewStatus,
  type TestAttemptView,
  type TestId,
  type TestResultRow,
  type TestResultsPage,
  type TestResultView,
  type TestRunId,
  type TestRunStatus,
  testRunTestIdOf,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { findExpiredDetails } from '../expiredDetails/expiredDetailReads.ts';
import { findImportedTest, findImportedTests } from '../importedResults/importedTests.ts';
import { findChangedProblems, findProblems } from '../problems/findProblems.ts';
import type { ProblemDocument } from '../problems/problems.ts';
import { type ProjectTestDocument, projectTestIdOf } from '../projectTests/projectTests.ts';
import { findEarlierResults, findRunFacts } from '../projectTests/recentResults.ts';
import { findChangedReviews, findReviews } from '../reviews/findReviews.ts';
import { type ReviewDocument, untouched } from '../reviews/reviews.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { firstRunOf } from '../testRunSummaries/testRunView.ts';
import {
  findIssuesOfProject,
  findProblemsOfChangedIssues,
  type IssuesOfProject,
} from '../trackedIssues/findTrackedIssues.ts';
import { attemptEnd } from './attemptEnd.ts';
import { isOpen, statusOf, unrun } from './shownStatus.ts';
import type { AttemptDetail, TestRunTestDocument } from './testRunTests.ts';

export type TestResultsQuery = { since?: Position; offset: number; limit: number };

/** A result without its texts: `details` and `artifacts` say, by attempt, where they are. */
export type FoundTestResult = {
  view: TestResultView;
  details: Record<number, BlobId | null>;
  artifacts: Record<number, ArtifactPost[]>;
};

function inShort(
  { attempt, status, runnerId: testRunnerId, startedAt: startTime, durationMs: duration }: AttemptDetail,
  run: TestRunStatus,
): AttemptInShort {
  return { attempt, status: statusOf(status, run), testRunnerId, startTime, duration };
}

/** What a row tells of a test's project. */
const ofRows = {
  testId: 1,
  'quarantine.at': 1,
  'recent.testRunId': 1,
  'recent.status': 1,
  'recent.flaky': 1,
  'recent.durationMs': 1,
} as const;
type ProjectTestOfRow = Pick<ProjectTestDocument, 'testId'> & {
  quarantine: object | null;
  recent: (RecentOutcome & { testRunId: TestRunId })[];
};

/** Rows that are made at a time; between them others have their turn. */
const rowsInTurn = 500;

function isQuarantined(project: Pick<ProjectTestOfRow, 'quarantine'> | undefined): boolean {
  return (project?.quarantine ?? null) !== null;
}

/** What a test failed of; null also while it is run again. */
function problemOf({ status, problemId }: TestRunTestDocument): ProblemId | null {
  return status === 'FAIL' ? problemId : null;
}

function newest(
  test: TestRunTestDocument,
  review: ReviewDocument | undefined,
  problem: ProblemDocument | undefined,
  ofIssues: Position | null,
): Position {
  const ofReview = review && review.position > test.position ? review.position : test.position;
  const ofProblem = problem && problem.position > ofReview ? problem.position : ofReview;
  return ofIssues !== null && ofIssues > ofProblem ? ofIssues : ofProblem;
}

/**
 * @param project what the project knows of the test
 * @param recent results in earlier runs
 */
export function testResultRowOf(
  test: TestRunTestDocument,
  run: TestRunSummaryDocument,
  project: Pick<ProjectTestOfRow, 'quarantine'> | undefined,
  recent: RecentOutcome[],
  review: ReviewDocument | undefined,
  problem: ProblemDocument | undefined,
  issues: IssuesOfProject | undefined,
): TestResultRow {
  const { testRunId, projectId, testId, copy, file, name, tags, line, flaky, quarantined, attempts } = test;
  const last = attempts.at(-1);
  const open = isOpen(test.status);
  const { userId, status: decided, changes } = review ?? untouched;
  const failed = test.status === 'FAIL' && !quarantined;
  const { rerunOf } = run.request;
  // One object literal: spreading parts into it takes ten times as long, and a page may have ten thousand rows.
  return {
    id: testRunTestIdOf(testRunId, testId, copy),
    parentId: rerunOf && testRunTestIdOf(firstRunOf(rerunOf), testId, copy),
    groupParentId: null,
    testRunId,
    testId,
    projectTest: { id: testId, projectId, file, name, fileFilter: null, quarantined: isQuarantined(project) },
    copy,
    file,
    name,
    tags,
    line,
    status: statusOf(test.status, run.status),
    phase: 'TEST',
    startTime: attempts[0]?.startedAt ?? null,
    endTime: last && !open ? attemptEnd(last) : null,
    duration: last?.durationMs ?? null,
    testRunnerId: last?.runnerId ?? null,
    runnerUuid: last?.runnerId ?? null,
    attempts: attempts.length,
    severalAttempts: attempts.length < 2 ? [] : attempts.map((attempt) => inShort(attempt, run.status)),
    flaky,
    quarantined,
    timedOut: last?.timedOut ?? false,
    error: last?.error ?? null,
    hasResults: attempts.some(({ status }) => status !== 'RUNNING'),
    screenshots: attempts.reduce(
      (sum, { artifacts }) => sum + artifacts.filter(({ kind }) => kind === 'screenshot').length,
      0,
    ),
    reviewerUserId: userId,
    reviewStatusId: run.status === 'CANCELED' ? null : shownReviewStatus(decided ?? problem?.status ?? null, failed),
    reviewRevision: String(changes),
    trackedIssues: issues?.of({ problemId: problemOf(test), testId, isFailing: test.status === 'FAIL' }) ?? [],
    testRunAnalysisRootCauseId: problemOf(test),
    problem: problem ? { ownerUserId: problem.ownerUserId, reviewStatusId: problem.status } : null,
    updatedAt: (open ? run.endTime : null) ?? test.updatedAt,
    position: newest(test, review, problem, issues?.changedOf(problemOf(test)) ?? null),
    recent,
  };
}

function outcomeOf({ status, flaky, durationMs }: RecentOutcome): RecentOutcome {
  return { status, flaky, durationMs };
}

/** Results in runs before this one. */
function earlier<Result extends { testRunId: TestRunId }>(
  project: { recent: Result[] } | undefined,
  testRunId: TestRunId,
): Result[] {
  return (project?.recent ?? []).filter((result) => result.testRunId < testRunId);
}

function problemIdsOf(tests: readonly TestRunTestDocument[]): ProblemId[] {
  return tests.flatMap((test) => problemOf(test) ?? []);
}

async function rowsOf(
  collections: Collections,
  run: TestRunSummaryDocument,
  tests: TestRunTestDocument[],
  issues: IssuesOfProject | undefined,
): Promise<TestResultRow[]> {
  const { testRunId, projectId } = run;
  const ids = tests.map(({ testId }) => projectTestIdOf(projectId, testId));
  const [known, reviews, problems] = await Promise.all([
    collections.projectTests
      .find({ _id: { $in: ids } })
      .project<ProjectTestOfRow>(ofRows)
      .toArray(),
    findReviews(collections, testRunId),
    findProblems(collections, projectId, problemIdsOf(tests)),
  ]);
  const inProject = new Map(known.map((test) => [test.testId, test]));
  return tests.map((test) => {
    const project = inProject.get(test.testId);
    const recent = earlier(project, testRunId).map(outcomeOf);
    const problem = problems.get(problemOf(test));
    return testResultRowOf(test, run, project, recent, reviews.get(test._id), problem, issues);
  });
}

/**
 * The end of a run changes how its unfinished tests are shown, although no event is about them. Each branch names the run,
 * so that each is found by an index of its own: one for all would be that of the order, which goes through every test.
 */
function changedSince(
  since: Position,
  run: TestRunSummaryDocument,
  reviewed: readonly string[],
  problemIds: ProblemId[],
): Filter<TestRunTestDocument>[] {
  const { testRunId, status, position } = run;
  const newer: Filter<TestRunTestDocument>[] = [
    { testRunId, position: { $gt: since } },
    { _id: { $in: [...reviewed] } },
  ];
  if (problemIds.length > 0) newer.push({ testRunId, status: 'FAIL', problemId: { $in: problemIds } });
  return isFinished(status) && position > since ? [...newer, { testRunId, status: { $in: [...unrun] } }] : newer;
}

async function testsOf(
  collections: Collections,
  run: TestRunSummaryDocument,
  { since, offset, limit }: TestResultsQuery,
): Promise<TestRunTestDocument[]> {
  const { testRunId, projectId } = run;
  const [reviewed, decided, ofIssues] =
    since === undefined
      ? [[], [], []]
      : await Promise.all([
          findChangedReviews(collections, testRunId, since),
          findChangedProblems(collections, projectId, since),
          findProblemsOfChangedIssues(collections, projectId, since),
        ]);
  const problemIds = [...new Set([...decided, ...ofIssues])];
  if (run.request.upload) {
    return findImportedTests(collections, testRunId, { since, reviewed, problemIds, offset, limit });
  }
  const filter = since === undefined ? { testRunId } : { $or: changedSince(since, run, reviewed, problemIds) };
  return collections.testRunTests.find(filter).sort({ file: 1, order: 1 }).skip(offset).limit(limit).toArray();
}

/** A page of a run's tests, or of those changed after `since`; null when the run is not the account's. */
export async function findTestResults(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  { since, offset, limit }: TestResultsQuery,
  position: Position,
): Promise<TestResultsPage | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return null;
  const tests = await testsOf(collections, run, { since, offset, limit });
  const issues = tests.length === 0 ? undefined : await findIssuesOfProject(collections, run.projectId);
  const rows: TestResultRow[] = [];
  for (let start = 0; start < tests.length; start += rowsInTurn) {
    rows.push(...(await rowsOf(collections, run, tests.slice(start, start + rowsInTurn), issues)));
  }
  return { tests: rows, total: run.totalCount, position };
}

function attemptOf(attempt: AttemptDetail, run: TestRunStatus): TestAttemptView {
  const {
    attempt: number,
    status,
    runnerId: testRunnerId,
    startedAt: startTime,
    durationMs: duration,
    timedOut,
    error,
  } = attempt;
  return {
    attempt: number,
    status: statusOf(status, run),
    testRunnerId,
    startTime,
    endTime: attemptEnd(attempt),
    duration,
    timedOut,
    error,
    stackTrace: null,
    output: null,
    processOutput: null,
    codeFrames: [],
    steps: [],
    screenShots: [],
    videos: [],
    files: [],
  };
}

/** @param testKey which test of the run, and which of its copies: see `testKeyOf` */
export async function findTestResult(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  testKey: string,
): Promise<FoundTestResult | null> {
  const { testId, copy } = parseTestKey(testKey);
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  const test = await (run?.request.upload
    ? findImportedTest(collections, testRunId, testKey as TestId)
    : collections.testRunTests.findOne({ _id: testRunTestIdOf(testRunId, testId, copy), accountId }));
  if (!test || !run) return null;
  const [project, review, problems, expired, issues] = await Promise.all([
    collections.projectTests.findOne({ _id: projectTestIdOf(test.projectId, testId) }),
    collections.reviews.findOne({ _id: test._id }),
    findProblems(collections, run.projectId, problemIdsOf([test])),
    findExpiredDetails(collections, accountId, testRunId),
    findIssuesOfProject(collections, run.projectId),
  ]);
  const recent = earlier(project ?? undefined, testRunId);
  const since = test.status === 'FAIL' ? (project?.failingSince ?? null) : null;
  const runs = await findRunFacts(collections, [
    ...recent.map((result) => result.testRunId),
    ...(since ? [since.testRunId] : []),
  ]);
  const facts = since && since.testRunId < testRunId ? runs.get(since.testRunId) : undefined;
  return {
    view: {
      ...testResultRowOf(
        test,
        run,
        project ?? undefined,
        [],
        review ?? undefined,
        problems.get(problemOf(test)),
        issues,
      ),
      recent: await findEarlierResults(collections, recent, runs),
      projectId: test.projectId,
      attemptsDetail: test.attempts.map((attempt) => attemptOf(attempt, run.status)),
      failingSince: since && facts ? { ...since, number: facts.number, commit: facts.commit } : null,
      expired,
    },
    details: Object.fromEntries(test.attempts.map(({ attempt, details }) => [attempt, details as BlobId | null])),
    artifacts: Object.fromEntries(
      test.attempts.map(({ attempt, artifacts }) => [attempt, artifacts as ArtifactPost[]]),
    ),
  };
}
