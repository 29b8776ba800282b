import type { ReviewStatusId, TestRunId, UserId } from '@assay/contract';
import type { ReviewEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type ReviewChange, reviewOf, reviewsDecider } from './decideReviews.ts';

const testRunId = 'run-1' as TestRunId;
const test = 'run-1.adds';
const [ada, grace] = ['ada', 'grace'] as [UserId, UserId];
const assigned = (
  formerUserId: UserId | null,
  userId: UserId | null,
  testRunTestId: string | null = test,
): ReviewEvent => ({
  type: 'ReviewerAssigned',
  data: { testRunId, testRunTestId, formerUserId, userId },
});
const set = (from: ReviewStatusId | null, to: ReviewStatusId | null): ReviewEvent => ({
  type: 'ReviewStatusSet',
  data: { testRunId, testRunTestId: test, from, to },
});
const reviews = (...events: ReviewEvent[]) => given(reviewsDecider, ...events);
const change = (...changes: Partial<ReviewChange>[]) => ({
  type: 'changeReviews' as const,
  testRunId,
  changes: changes.map((one) => ({ testRunTestId: test, ...one })),
});

describe('the reviews of a run', () => {
  it('have a reviewer and a status, each recorded with what it was before', () => {
    reviews()
      .when(change({ userId: ada }))
      .gives(assigned(null, ada));
    reviews(assigned(null, ada))
      .when(change({ userId: grace, status: 'IN_REVIEW' }))
      .gives(assigned(ada, grace), set(null, 'IN_REVIEW'));
    reviews(assigned(null, ada), set(null, 'IN_REVIEW'))
      .when(change({ userId: null, status: null }))
      .gives(assigned(ada, null), set('IN_REVIEW', null));
  });

  it('do not change by what they are already', () => {
    reviews(assigned(null, ada), set(null, 'TEST_BUG'))
      .when(change({ userId: ada, status: 'TEST_BUG', seen: 0 }))
      .gives();
    reviews().when(change({})).gives();
  });

  it('let only one of two people take a test that both saw as free', () => {
    const take = (userId: UserId) => change({ userId, seen: 0 });
    reviews().when(take(ada)).gives(assigned(null, ada));
    reviews(assigned(null, ada)).when(take(grace)).refuses('review.changed');
    reviews(assigned(null, ada))
      .when(change({ userId: grace, seen: 1 }))
      .gives(assigned(ada, grace));
  });

  it('are counted for each test, so that others do not make what was seen stale', () => {
    reviews(assigned(null, grace, 'run-1.pays'), assigned(null, grace, null))
      .when(change({ userId: ada, seen: 0 }))
      .gives(assigned(null, ada));
  });

  it('change together or not at all', () => {
    const both = [
      { testRunTestId: 'run-1.pays', userId: ada, seen: 0 },
      { userId: ada, seen: 0 },
    ];
    reviews()
      .when(change(...both))
      .gives(assigned(null, ada, 'run-1.pays'), assigned(null, ada));
    reviews(assigned(null, grace))
      .when(change(...both))
      .refuses('review.changed');
  });

  it('are the same, folded one by one or together', () => {
    const events = [assigned(null, ada), set(null, 'IN_REVIEW'), assigned(null, grace, null)];
    const { state } = reviews(...events);
    expect(reviewsDecider.evolveAll?.(reviewsDecider.initialState(), events)).toEqual(state);
    expect(reviewOf(state, test)).toEqual({ userId: ada, status: 'IN_REVIEW', changes: 2 });
    expect(reviewOf(state, 'run-1.ships')).toEqual({ userId: null, status: null, changes: 0 });
  });
});
