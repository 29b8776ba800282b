import type { ReviewStatusId, TestRunId, UserId } from '@assay/contract';
import type { ReviewEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** `changes`: how often it was changed, by which callers name what they have seen. */
export type Review = { userId: UserId | null; status: ReviewStatusId | null; changes: number };

/** By the id of the test in the run; the review of the run itself has the key null. */
export type ReviewsState = ReadonlyMap<string | null, Review>;

export type ReviewChange = {
  /** Null: the run itself. */
  testRunTestId: string | null;
  /** Left out: stays as it is. */
  userId?: UserId | null;
  status?: ReviewStatusId | null;
  /** The `changes` of the review that the caller has seen. */
  seen?: number;
};

export type ReviewCommand = { type: 'changeReviews'; testRunId: TestRunId; changes: readonly ReviewChange[] };

const untouched: Review = { userId: null, status: null, changes: 0 };

/** @returns the review of a test in the run, or of the run itself (null), even if it has not been started yet. */
export function reviewOf(reviews: ReviewsState, testRunTestId: string | null): Review {
  return reviews.get(testRunTestId) ?? untouched;
}

/** @returns the review after the event. */
export function reviewed(before: Review, event: ReviewEvent): Review {
  const changes = before.changes + 1;
  return event.type === 'ReviewerAssigned'
    ? { ...before, userId: event.data.userId, changes }
    : { ...before, status: event.data.to, changes };
}

function eventsOf(testRunId: TestRunId, change: ReviewChange, review: Review): ReviewEvent[] {
  const { testRunTestId, userId = review.userId, status = review.status, seen = review.changes } = change;
  const events: ReviewEvent[] = [];
  if (userId !== review.userId) {
    events.push({ type: 'ReviewerAssigned', data: { testRunId, testRunTestId, formerUserId: review.userId, userId } });
  }
  if (status !== review.status) {
    events.push({ type: 'ReviewStatusSet', data: { testRunId, testRunTestId, from: review.status, to: status } });
  }
  if (events.length > 0 && seen !== review.changes) throw new DomainError('review.changed');
  return events;
}

/** Linear in both: a run may have as many reviews as tests, and they are read together. */
function evolveAll(state: ReviewsState, events: readonly ReviewEvent[]): ReviewsState {
  const reviews = new Map(state);
  for (const event of events) {
    const { testRunTestId } = event.data;
    reviews.set(testRunTestId, reviewed(reviewOf(reviews, testRunTestId), event));
  }
  return reviews;
}

/** The reviewers of a run and its tests, and their findings: a stream per run, separate from the run's own. */
export const reviewsDecider: Decider<ReviewsState, ReviewCommand, ReviewEvent> = {
  category: 'review',
  initialState: () => new Map(),
  decide: ({ testRunId, changes }, state) =>
    changes.flatMap((change) => eventsOf(testRunId, change, reviewOf(state, change.testRunTestId))),
  evolve: (state, event) => evolveAll(state, [event]),
  evolveAll,
};
