import type { TestRunId, UserId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findMyWork } from './findMyWork.ts';
import { findHeldReviews, findReviewable } from './findReviews.ts';

export const reviewReads = {
  reviewable: ({ collections, accountId }: AccountReader, testRunId: TestRunId, testRunTestIds: readonly string[]) =>
    findReviewable(collections, accountId, testRunId, testRunTestIds),
  heldReviews: ({ collections, accountId }: AccountReader, userId: UserId) =>
    findHeldReviews(collections, accountId, userId),
  myWork: async (
    { collections, accountId, runCauses, projected }: AccountReader,
    userId: UserId | null,
    page: { offset: number; limit: number },
  ) => findMyWork(collections, runCauses, { accountId, userId }, page, await projected()),
};
