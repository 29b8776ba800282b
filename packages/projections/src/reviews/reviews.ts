import { type AccountId, type ReviewStatusId, type TestRunId, testKeyIn, topics, type UserId } from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type Review = {
  userId: UserId | null;
  /** Null: none was chosen. */
  status: ReviewStatusId | null;
  /** How often it was changed. */
  changes: number;
};

export const untouched: Review = { userId: null, status: null, changes: 0 };

export type ReviewDocument = ReadModelDocument &
  Review & {
    accountId: AccountId;
    testRunId: TestRunId;
    /** Null: the run itself is reviewed. */
    testRunTestId: string | null;
    /** When it came to the one who reviews it, and from whom. */
    assignedAt: string;
    assignedBy: Actor;
  };

type ReviewFact = RecordedEvent & { type: 'ReviewerAssigned' | 'ReviewStatusSet' };

function isOfReview(event: RecordedEvent): event is ReviewFact {
  return event.type === 'ReviewerAssigned' || event.type === 'ReviewStatusSet';
}

/** @returns the review after the event. */
export function reviewed<Before extends Review>(before: Before, event: RecordedEvent): Before {
  const changes = before.changes + 1;
  switch (event.type) {
    case 'ReviewerAssigned':
      return { ...before, userId: event.data.userId, changes };
    case 'ReviewStatusSet':
      return { ...before, status: event.data.to, changes };
    default:
      return before;
  }
}

/** What people decided about runs and tests in runs; those that nobody touched have no document. */
export const reviews: Projection<ReviewDocument> = {
  name: 'reviews',
  version: 1,
  indexes: [
    { testRunId: 1, position: 1 },
    { accountId: 1, userId: 1, _id: -1 },
  ],
  idsOf: (event) => (isOfReview(event) ? [event.data.testRunTestId ?? event.data.testRunId] : []),
  evolve: (document, event) => {
    if (!isOfReview(event)) return document;
    const { testRunId, testRunTestId } = event.data;
    const { occurredAt: assignedAt, actor: assignedBy } = event.envelope;
    const before = document ?? {
      accountId: accountOf(event),
      testRunId,
      testRunTestId,
      ...untouched,
      assignedAt,
      assignedBy,
    };
    const after = reviewed(before, event);
    return event.type === 'ReviewerAssigned' ? { ...after, assignedAt, assignedBy } : after;
  },
  topicsOf: ({ accountId, testRunId, testRunTestId }, { id }) => [
    { accountId, topic: topics.reviews, id },
    ...(testRunTestId === null
      ? []
      : [{ accountId, topic: topics.testRunTests(testRunId), id: testKeyIn(testRunId, testRunTestId) }]),
  ],
};
