import {
  type AccountId,
  type ExpiredDetails,
  finalReviewStatuses,
  isFinished,
  nothingExpired,
  type TestRunId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';

/** @returns what is not kept any longer of a run; of an unknown run, nothing */
export async function findExpiredDetails(
  { known }: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<ExpiredDetails> {
  const found = await known.one('expiredDetails', testRunId);
  if (found?.accountId !== accountId) return nothingExpired;
  const { logs, details, attachments } = found;
  return { logs, details, attachments };
}

/**
 * @returns those of the runs of which nothing may go yet: they are not finished, or somebody reviews them or a test of
 * them and has not come to an end.
 */
async function findKeptBack(
  { testRunSummaries, reviews }: Collections,
  testRunIds: readonly TestRunId[],
): Promise<Set<TestRunId>> {
  const [runs, open] = await Promise.all([
    testRunSummaries.find({ _id: { $in: [...testRunIds] } }, { projection: { testRunId: 1, status: 1 } }).toArray(),
    reviews
      .find({ testRunId: { $in: [...testRunIds] }, userId: { $ne: null }, status: { $nin: [...finalReviewStatuses] } })
      .toArray(),
  ]);
  const unfinished = runs.filter(({ status }) => !isFinished(status));
  return new Set([...unfinished, ...open].map(({ testRunId }) => testRunId));
}

export const expiredDetailReads = {
  expiredDetails: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findExpiredDetails(collections, accountId, testRunId),
};

export const expiredDetailServiceReads = {
  runsKeptBack: ({ collections }: ServiceReader, testRunIds: readonly TestRunId[]) =>
    findKeptBack(collections, testRunIds),
};
