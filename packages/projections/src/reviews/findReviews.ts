import {
  type AccountId,
  finalReviewStatuses,
  type Position,
  parseTestKey,
  type TestRunId,
  testKeyIn,
  testRunTestIdOf,
  type UserId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { ReviewDocument } from './reviews.ts';

/** @returns the reviews of tests of the run, by the test's id in the run. Most tests have none. */
export async function findReviews(
  { known, reviews }: Collections,
  testRunId: TestRunId,
): Promise<Map<string, ReviewDocument>> {
  const found = await known.query('reviews', testRunId, () => reviews.find({ testRunId }).toArray());
  return new Map(found.map((review) => [review._id, review]));
}

/** @returns the ids in the run of the tests whose review changed after the position. */
export async function findChangedReviews(
  { reviews }: Collections,
  testRunId: TestRunId,
  since: Position,
): Promise<string[]> {
  const filter = { testRunId, position: { $gt: since } };
  const found = await reviews.find(filter, { projection: { testRunTestId: 1 } }).toArray();
  return found.flatMap(({ testRunTestId }) => testRunTestId ?? []);
}

/**
 * @returns whether the run was canceled, and which of the tests are not of the run; null when the run is not the account's.
 */
export async function findReviewable(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  testRunTestIds: readonly string[],
): Promise<{ isCanceled: boolean; missing: string[] } | null> {
  const projection = { status: 1, 'request.upload.files': 1 };
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId }, { projection });
  if (!run) return null;
  const known = new Set(
    run.request.upload
      ? await importedOf(collections, testRunId, testRunTestIds)
      : await ranOf(collections, testRunId, testRunTestIds),
  );
  return { isCanceled: run.status === 'CANCELED', missing: testRunTestIds.filter((id) => !known.has(id)) };
}

async function ranOf(
  { testRunTests }: Collections,
  testRunId: TestRunId,
  testRunTestIds: readonly string[],
): Promise<string[]> {
  const filter = { _id: { $in: [...testRunTestIds] }, testRunId };
  const found = await testRunTests.find(filter, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

async function importedOf(
  { importedResults }: Collections,
  testRunId: TestRunId,
  testRunTestIds: readonly string[],
): Promise<string[]> {
  const testIds = testRunTestIds.map((id) => parseTestKey(testKeyIn(testRunId, id)).testId);
  const filter = { testRunId, testIds: { $in: testIds } };
  const chunks = await importedResults.find(filter, { projection: { testIds: 1 } }).toArray();
  return chunks.flatMap((chunk) => chunk.testIds.map((testId) => testRunTestIdOf(testRunId, testId)));
}

/** @returns the runs with reviews that the person has and that are not finished, each with what is reviewed. */
export async function findHeldReviews(
  { reviews }: Collections,
  accountId: AccountId,
  userId: UserId,
): Promise<Map<TestRunId, (string | null)[]>> {
  const held = await reviews.find({ accountId, userId, status: { $nin: [...finalReviewStatuses] } }).toArray();
  const byRun = new Map<TestRunId, (string | null)[]>();
  for (const { testRunId, testRunTestId } of held) {
    byRun.set(testRunId, [...(byRun.get(testRunId) ?? []), testRunTestId]);
  }
  return byRun;
}
