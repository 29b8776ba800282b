import type { ReviewOfTest, ReviewStatusId, TestResultRow, UserId } from '@assay/contract';

/** What is to become of each; what is undefined stays as it is. */
export type Decision = { assigneeUserId: UserId | null | undefined; reviewStatusId: ReviewStatusId | undefined };

/** @returns the reviews that the decision changes, each as it was seen, and how many of them somebody else has. */
export function reviewsToChange(
  tests: readonly Pick<TestResultRow, 'id' | 'reviewerUserId' | 'reviewStatusId' | 'reviewRevision'>[],
  { assigneeUserId, reviewStatusId }: Decision,
): { requests: ReviewOfTest[]; taken: number } {
  const changed = tests.filter(
    (test) =>
      (assigneeUserId !== undefined && assigneeUserId !== test.reviewerUserId) ||
      (reviewStatusId !== undefined && reviewStatusId !== test.reviewStatusId),
  );
  const isTaken = ({ reviewerUserId }: (typeof changed)[number]) =>
    assigneeUserId !== undefined && reviewerUserId !== null && reviewerUserId !== assigneeUserId;
  return {
    requests: changed.map(({ id, reviewRevision }) => ({
      testRunTestId: id,
      reviewRevision,
      ...(assigneeUserId === undefined ? {} : { assigneeUserId }),
      ...(reviewStatusId === undefined ? {} : { reviewStatusId }),
    })),
    taken: changed.filter(isTaken).length,
  };
}
