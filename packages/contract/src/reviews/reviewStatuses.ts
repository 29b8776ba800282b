import { Type } from 'typebox';

/** What a review can come to. A final one says what was found, so there is nothing left to do. */
export const reviewStatuses = [
  { id: 'TO_REVIEW', name: 'To review', isFinal: false },
  { id: 'IN_REVIEW', name: 'In review', isFinal: false },
  { id: 'PRODUCT_BUG', name: 'Product bug', isFinal: true },
  { id: 'TEST_BUG', name: 'Test bug', isFinal: true },
  { id: 'ENVIRONMENT', name: 'Environment', isFinal: true },
  { id: 'TEST_DATA', name: 'Test data', isFinal: true },
  { id: 'KNOWN_FLAKY', name: 'Known flaky', isFinal: true },
  { id: 'WONT_FIX', name: "Won't fix", isFinal: true },
] as const;
export type ReviewStatusId = (typeof reviewStatuses)[number]['id'];

const ids = reviewStatuses.map(({ id }) => id);
export const ReviewStatusId = Type.Enum(ids, { description: 'as in /review/statuses' });

/** The statuses that end a review. */
export const finalReviewStatuses: readonly ReviewStatusId[] = reviewStatuses.flatMap(({ id, isFinal }) =>
  isFinal ? id : [],
);

const named = new Map<ReviewStatusId, string>(reviewStatuses.map(({ id, name }) => [id, name]));

/** @returns the status as people read it. */
export function nameOfReviewStatus(id: ReviewStatusId): string {
  return named.get(id) ?? id;
}

/** @returns the status to show: a failure that nobody has decided about is to be reviewed. */
export function shownReviewStatus(chosen: ReviewStatusId | null, failed: boolean): ReviewStatusId | null {
  return chosen ?? (failed ? 'TO_REVIEW' : null);
}
