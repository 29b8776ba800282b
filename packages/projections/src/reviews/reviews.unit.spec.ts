import type { ReviewStatusId, TestRunId, UserId } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, recorded } from '../../test/eventOf.ts';
import { created, submitted, testRunId } from '../../test/runEvents.ts';
import { testRunSummaries } from '../testRunSummaries/testRunSummaries.ts';
import { reviews } from './reviews.ts';

const test = `${testRunId}.adds`;
const assigned = (userId: string | null, testRunTestId: string | null = test): DomainEvent => ({
  type: 'ReviewerAssigned',
  data: { testRunId: testRunId as TestRunId, testRunTestId, formerUserId: null, userId: userId as UserId | null },
});
const set = (to: ReviewStatusId | null, testRunTestId: string | null = test): DomainEvent => ({
  type: 'ReviewStatusSet',
  data: { testRunId: testRunId as TestRunId, testRunTestId, from: null, to },
});
const reviewAfter = (...events: DomainEvent[]) =>
  documentOf(
    reviews,
    events.map((event, second) => recorded(event, { at: at(second) })),
  );

describe('a review', () => {
  it('has the reviewer, the status, how often they changed, and since when who had it from whom', () => {
    expect(reviewAfter(assigned('grace'), set('IN_REVIEW'))).toMatchObject({
      accountId: 'acme',
      testRunId,
      testRunTestId: test,
      userId: 'grace',
      status: 'IN_REVIEW',
      changes: 2,
      assignedAt: at(0),
      assignedBy: { id: 'ada' },
    });
    expect(reviewAfter(set('TEST_BUG'), assigned('grace'), assigned(null))).toMatchObject({
      userId: null,
      status: 'TEST_BUG',
      changes: 3,
      assignedAt: at(2),
    });
  });

  it('of a test is told to those who look at the results of its run', () => {
    const topicsOf = (event: DomainEvent) =>
      reviews.topicsOf(documentOf(reviews, [recorded(event)]), recorded(event)).map(({ topic }) => topic);
    expect(topicsOf(assigned('grace'))).toEqual(['reviews', `testRunTests:${testRunId}`]);
    expect(topicsOf(assigned('grace', null))).toEqual(['reviews']);
  });

  it('of the run itself is in its row of the list, and that of a test is not', () => {
    const events = [created, submitted, assigned('grace', null), assigned('linus'), set('ENVIRONMENT', null)];
    const summary = documentOf(
      testRunSummaries,
      events.map((event, revision) => recorded(event, { revision })),
    );
    expect(summary.review).toEqual({ userId: 'grace', status: 'ENVIRONMENT', changes: 2 });
    expect(summary.revision).toBe(1);
    expect(testRunSummaries.idsOf(recorded(assigned('linus')))).toEqual([]);
  });
});
