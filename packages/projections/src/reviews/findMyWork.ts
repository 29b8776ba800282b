import {
  type AccountId,
  finalReviewStatuses,
  type Position,
  parseTestKey,
  shownReviewStatus,
  type TestRunId,
  testKeyIn,
  type UserId,
  type WorkItem,
  type WorkPage,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findImportedTest } from '../importedResults/importedTests.ts';
import { namesById } from '../namesById.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { findKnown } from '../problems/findKnown.ts';
import { type ProjectTestDocument, projectTestIdOf } from '../projectTests/projectTests.ts';
import { findRunFacts } from '../projectTests/recentResults.ts';
import { causeOfTest, type RunCausesReader } from '../runAnalyses/runCauses.ts';
import { nothingCouldPass } from '../testRunSummaries/runCounts.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import type { TestRunTestDocument } from '../testRunTests/testRunTests.ts';
import type { ReviewDocument } from './reviews.ts';

/** Nobody works through more; older ones wait behind these. */
const maxListed = 1_000;

type OpenReview = { review: ReviewDocument; run: TestRunSummaryDocument; history: ProjectTestDocument | undefined };

function historyIdOf({ testRunId, testRunTestId }: ReviewDocument, { projectId }: TestRunSummaryDocument): string[] {
  if (testRunTestId === null) return [];
  return [projectTestIdOf(projectId, parseTestKey(testKeyIn(testRunId, testRunTestId)).testId)];
}

/** A test that passed in a later run needs nobody any more. */
function isOpen({ review: { testRunId }, run, history }: OpenReview): boolean {
  const passed = history?.recent.some((result) => result.testRunId > testRunId && result.status === 'PASS') ?? false;
  return run.status !== 'CANCELED' && !passed;
}

async function findOpenReviews(collections: Collections, accountId: AccountId, userId: UserId): Promise<OpenReview[]> {
  const { reviews, testRunSummaries, projectTests } = collections;
  const held = await reviews
    .find({ accountId, userId, status: { $nin: [...finalReviewStatuses] } })
    .sort({ _id: -1 })
    .limit(maxListed)
    .toArray();
  const runIds = [...new Set(held.map(({ testRunId }) => testRunId))];
  const runs = await testRunSummaries.find({ _id: { $in: runIds }, accountId }).toArray();
  const runOf = new Map(runs.map((run) => [run._id, run]));
  const historyIds = held.flatMap((review) => {
    const run = runOf.get(review.testRunId);
    return run ? historyIdOf(review, run) : [];
  });
  const histories = await projectTests.find({ _id: { $in: [...new Set(historyIds)] } }).toArray();
  const historyOf = new Map(histories.map((history) => [history._id, history]));
  const open = held
    .flatMap((review) => {
      const run = runOf.get(review.testRunId);
      if (!run) return [];
      const [historyId = ''] = historyIdOf(review, run);
      return [{ review, run, history: historyOf.get(historyId) }];
    })
    .filter(isOpen);
  const undecided = open.flatMap(({ review: { testRunId, testRunTestId, status }, run }) =>
    testRunTestId === null || status !== null
      ? []
      : { testRunTestId, testRunId, projectId: run.projectId, isUpload: run.request.upload !== null },
  );
  const known = await findKnown(collections, accountId, undecided);
  return open.filter(({ review }) => !known.has(review._id));
}

function findTest(
  collections: Collections,
  { review: { testRunId, testRunTestId }, run }: OpenReview,
): Promise<TestRunTestDocument | null> {
  if (testRunTestId === null) return Promise.resolve(null);
  return run.request.upload
    ? findImportedTest(collections, testRunId, parseTestKey(testKeyIn(testRunId, testRunTestId)).testId)
    : collections.testRunTests.findOne({ _id: testRunTestId });
}

type Cause = NonNullable<WorkItem['test']>['cause'];

/** Failures of a run that are compared for this list: it may name as many runs as tests. */
const mostCompared = 500;

/** @returns why each of the tests failed, in their order; one run is read at a time */
async function findCauses(
  collections: Collections,
  runCauses: RunCausesReader,
  shown: readonly OpenReview[],
  tests: readonly (TestRunTestDocument | null)[],
): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const [index, { run }] of shown.entries()) {
    const test = tests[index];
    const isCompared = run.totals.failed <= mostCompared;
    const ofRun = test?.status === 'FAIL' && isCompared ? await runCauses(collections, run) : { causes: [] };
    const cause = test ? causeOfTest(ofRun, test) : null;
    causes.push(cause && { name: cause.name, testCount: isCompared ? cause.tests.length : null });
  }
  return causes;
}

function testOf(
  { review, history }: OpenReview,
  test: TestRunTestDocument | null,
  cause: Cause,
  numberOf: (testRunId: TestRunId) => number,
): WorkItem['test'] {
  if (review.testRunTestId === null || test === null) return null;
  const { file, name, status, flaky } = test;
  const since = history?.failingSince ?? null;
  return {
    key: testKeyIn(review.testRunId, review.testRunTestId),
    file,
    name,
    status,
    flaky,
    recent: (history?.recent ?? []).map(({ status: outcome, flaky: wasFlaky, durationMs }) => ({
      status: outcome,
      flaky: wasFlaky,
      durationMs,
    })),
    failingSince: since && { ...since, number: numberOf(since.testRunId) },
    cause,
  };
}

/**
 * @param userId null: a program, which looks into nothing
 * @returns a page of what the person is to look into, newest run first
 */
export async function findMyWork(
  collections: Collections,
  runCauses: RunCausesReader,
  { accountId, userId }: { accountId: AccountId; userId: UserId | null },
  { offset, limit }: { offset: number; limit: number },
  position: Position,
): Promise<WorkPage> {
  const open = userId === null ? [] : await findOpenReviews(collections, accountId, userId);
  const shown = open.slice(offset, offset + limit);
  const tests = await Promise.all(shown.map((one) => findTest(collections, one)));
  const [causes, projects, environments, actors, facts] = await Promise.all([
    findCauses(collections, runCauses, shown, tests),
    collections.projects.find({ _id: { $in: shown.map(({ run }) => run.projectId) } }).toArray(),
    collections.environments.find({ _id: { $in: shown.map(({ run }) => run.environmentId) } }).toArray(),
    findActors(
      collections,
      shown.map(({ review: { assignedBy } }) => assignedBy),
    ),
    findRunFacts(
      collections,
      shown.flatMap(({ history }) => history?.failingSince?.testRunId ?? []),
    ),
  ]);
  const [projectName, environmentName] = [namesById(projects), namesById(environments)];
  const items = shown.map((one, index): WorkItem => {
    const { review, run } = one;
    const test = tests[index] ?? null;
    const failed = (test ?? run).status === 'FAIL';
    return {
      id: review._id,
      testRunId: review.testRunId,
      number: run.request.number,
      projectName: projectName(run.projectId),
      environmentName: environmentName(run.environmentId),
      branch: run.branch,
      runStatus: run.status,
      nothingCouldPass: nothingCouldPass(run),
      test: testOf(one, test, causes[index] ?? null, (id) => facts.get(id)?.number ?? 0),
      reviewerUserId: review.userId,
      reviewStatusId: shownReviewStatus(review.status, failed),
      reviewRevision: String(review.changes),
      assignedAt: review.assignedAt,
      assignedBy: personOf(actors, review.assignedBy),
    };
  });
  return { items, total: open.length, position };
}
